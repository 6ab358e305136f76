#include "recorded.h"

#include "bench/climb.h"
#include "replay/cache.h"
#include "replay/traffic.h"
#include "spec/spec.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

typedef struct sum { wg_device *device; wg_trace trace; wg_traffic_counts total, longest; uint64_t instructions; uint32_t registers; uint64_t fp; bool sampled; double seconds, sim; uint32_t bps; uint64_t l1;} sum;
static double now(void){struct timespec t; clock_gettime(CLOCK_THREAD_CPUTIME_ID,&t); return t.tv_sec+1e-9*t.tv_nsec;}
static void traced(void *user, const wg_launch *launch, const wg_profile *profile)
{
    sum *s = user;
    wg_traffic t; wg_error err={0};
    wg_traffic_options o = {.registers = s->registers};
    double t0=now();
    assert_int_equal(wg_traffic_estimate(launch, profile, s->device, &o, &t, &err), WG_OK);
    s->seconds += now()-t0; s->sim += profile->seconds;
    const double *from = (const double *)&t.total;
    for (size_t k = 0; k < sizeof t.total / sizeof(double); k++) ((double *)&s->total)[k] += from[k];
    if (profile->total.value[WG_COUNTER_warp_instructions] >= s->instructions) { s->instructions = profile->total.value[WG_COUNTER_warp_instructions]; s->longest = t.total; }
    s->fp = t.footprint; s->sampled |= t.sampled; s->bps=t.blocks_per_sm; s->l1=t.l1_bytes;
    wg_traffic_free(&t);
    wg_trace_free(&s->trace);
    s->trace = wg_traffic_trace(s->device);
}
static FILE *out;
static void put(const char *set, const char *name, sum *s)
{
    fprintf(out, "%s,%s,%.4f,%.4f,%.4f,%.0f,%.0f,%.0f,%.0f,%.0f,%.0f,%.0f,%.0f,%llu,%d,%.3f,%.3f,%u,%llu\n", set, name, 100*wg_traffic_l1_hit_rate(&s->longest), 100*wg_traffic_l2_hit_rate(&s->longest,0),100*wg_traffic_l2_hit_rate(&s->longest,1),
     s->total.l1_loads, s->total.l2[0], s->total.l2[1], s->total.l2[2], s->total.dram_read[0], s->total.dram_read[1], s->total.dram_written[0], s->total.dram_written[1], (unsigned long long)s->fp, s->sampled, s->seconds, s->sim, s->bps, (unsigned long long)s->l1);
    fflush(out);
}
static sum *fresh(wg_device *d){ static sum s; s=(sum){.device=d}; s.trace=wg_traffic_trace(d); return &s;}
static void cases(const char *ptx, const char *cn, const char *tn, wg_device *d)
{
    char p[99]; snprintf(p,99,"h200/%s",cn); table cs=read_table(p); snprintf(p,99,"h200/%s",tn); table ct=read_table(p);
    for (size_t r=1;r<cs.rows;r++){ wg_spec *spec; sum *s=fresh(d); const char*name=cell(&cs,r,"case");
      s->registers=(uint32_t)atoi(cell(&ct,row_of(&ct,name),"launch__registers_per_thread"));
      wg_engine_options o={.launch={.trace=&s->trace,.traced=traced,.user=s}};
      wg_run*run=run_case(ptx,&cs,r,&o,&spec); wg_run_close(run); wg_spec_free(spec); put(cn,name,s);}
}
static void all(void **state)
{
    (void)state; wg_error err={0}; wg_device *d; assert_int_equal(wg_device_load("h200",&d,&err),WG_OK);
    out=fopen("/tmp/cc_pred.csv","w");
    fprintf(out,"set,case,l1,l2c,l2w,gld,l2rd,l2wr,l2at,drdc,drdw,dwrc,dwrw,fp,sampled,sec,sim,bps,l1b\n");
    cases("kernels.ptx","cases.csv","counters.csv",d);
    if(!getenv("NO_RUNGS")) cases("rungs.ptx","rungs_cases.csv","rungs_counters.csv",d);
    table counters = read_table("ladders/counters.csv");
    char **names; size_t count; assert_int_equal(wg_ladder_list(WG_LADDERS, &names, &count, NULL), WG_OK);
    for (size_t k=0;k<count;k++){
      wg_ladder_options lo={0}; wg_ladder *ladder; char folder[256]; snprintf(folder,256,"ladders/%s",names[k]);
      assert_int_equal(wg_ladder_open(folder,&lo,&ladder,&err),WG_OK);
      for(size_t r=0;r<ladder->rung_count;r++) if(ladder->rungs[r].kind==WG_RUNG_CUDA){
        const char*m=ladder->rungs[r].name; char rung[300]; snprintf(rung,300,"%s/%s",names[k],m);
        if (getenv("ONLY") && !strstr(rung,getenv("ONLY"))) continue;
        sum *s=fresh(d); s->registers=(uint32_t)atoi(cell(&counters,row_of(&counters,rung),"launch__registers_per_thread"));
        wg_climb_options co={.no_check=true,.methods=&m,.method_count=1,.engine={.launch={.trace=&s->trace,.traced=traced,.user=s}}};
        wg_climb*climb; if(wg_climb_run(ladder,&co,&climb,&err)!=WG_OK) fail_msg("%s",err.text);
        wg_climb_free(climb); put("ladders",rung,s);
      }
      wg_ladder_close(ladder);
    }
}
int main(void){ const struct CMUnitTest tests[]={cmocka_unit_test(all)}; return cmocka_run_group_tests(tests,NULL,NULL);}
