/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as PTX: the parser must refuse them with a message or deliver a module whose every reference holds. */
#include "ptx/module.h"
#include "ptx/pressure.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void require(bool holds)
{
    if (!holds)
        abort();
}

static void check_operand(const wg_ptx_function *function, const wg_ptx_operand *operand)
{
    uint8_t kind = operand->kind == WG_OPERAND_ADDRESS ? operand->base : operand->kind;
    switch (kind) {
    case WG_OPERAND_REG:
        require(operand->reg < function->register_count);
        require(function->registers[operand->reg].name != NULL);
        break;
    case WG_OPERAND_SREG: require(operand->index < WG_SREG_COUNT); break;
    case WG_OPERAND_VARIABLE: require(operand->variable && operand->variable->name); break;
    case WG_OPERAND_FUNCTION: require(operand->function && operand->function->name); break;
    case WG_OPERAND_LABEL: require(operand->index < function->label_count); break;
    case WG_OPERAND_TABLE: require(operand->index < function->table_count); break;
    default: break;
    }
    for (unsigned i = 0; i < operand->element_count; i++)
        check_operand(function, &operand->elements[i]);
}

static void check_variable(const wg_ptx_variable *variable)
{
    require(variable->name && variable->align > 0);
    for (uint32_t i = 0; i < variable->reloc_count; i++) {
        const wg_ptx_reloc *reloc = &variable->relocs[i];
        require(reloc->offset + reloc->bytes <= variable->size);
        require(!reloc->variable != !reloc->function);
    }
    /* Touch the last byte of the image: AddressSanitizer watches. */
    if (variable->init && variable->size)
        (void)*(volatile unsigned char *)&variable->init[variable->size - 1];
}

static void check_function(const wg_ptx_module *module, const wg_ptx_function *function)
{
    require(function->name && module->functions[function->index]);
    for (uint32_t i = 0; i < function->instruction_count; i++) {
        const wg_ptx_instruction *instruction = &function->instructions[i];
        require(instruction->place.file < module->file_count);
        require(!instruction->guarded || function->registers[instruction->guard].type == WG_TYPE_PRED);
        for (unsigned j = 0; j < instruction->operand_count; j++)
            check_operand(function, &instruction->operands[j]);
    }
    for (uint32_t i = 0; i < function->label_count; i++)
        require(function->labels[i].defined && function->labels[i].instruction <= function->instruction_count);
    for (uint32_t i = 0; i < function->variable_count; i++)
        check_variable(function->variables[i]);
    for (uint32_t i = 0; i < function->param_count; i++)
        require(function->params[i].variable || function->params[i].reg < function->register_count);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    wg_ptx_module *module;
    wg_error err = {0};
    if (wg_ptx_parse("fuzz", (const char *)bytes, size, &module, &err) != WG_OK) {
        require(!module && err.text[0]);
        return 0;
    }
    for (uint32_t i = 0; i < module->variable_count; i++)
        check_variable(module->variables[i]);
    for (uint32_t i = 0; i < module->function_count; i++)
        check_function(module, module->functions[i]);
    for (uint32_t i = 0; i < module->function_count; i++)
        require(wg_ptx_pressure(module->functions[i]) <= 255);
    wg_ptx_module_free(module);
    return 0;
}
