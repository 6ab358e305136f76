# SPDX-License-Identifier: Apache-2.0
# A source that would be something else in a browser.
printf '%s\n' '.version 7.8' '.target sm_80' '.address_size 64' '// <script>alert(1)</script>' '.visible .entry k(.param .u64 x)' '{' \
    '.reg .b64 %%a;' '.reg .f32 %%f;' 'ld.param.u64 %%a, [x]; // "><img src=x onerror=alert(2)>' \
    'ld.global.f32 %%f, [%%a]; // </td></table><script>alert(3)</script>' | sed 's/%%/%/g' >"$work/<b>k.ptx"
printf 'st.global.f32 [%%a], %%f; // \377\200 \001 \303\244\nret;\n}\n' >>"$work/<b>k.ptx"
cd "$work"
warpgrind explain '<b>k.ptx' -q --grid 1 --block 32 -a 'x:f32[4]=1' --html page.html --svg figure.svg
grep -c '<img\|<b>k' page.html
grep -c '<script' page.html # ours
grep -o '<pre class="command">.*' page.html
grep -o 'class="code">[^<]*' page.html
! grep 'http' page.html
