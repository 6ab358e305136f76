#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Below the decoder nobody asks how an instruction is spelled: wg_insn has its opcode, types, modifiers and flags. Prints how many places do,
# and fails if there are any. What a person reads (the instruction of a fault) may name it.
set -eu
cd "$(dirname "$0")/../.."
decoder='src/sim/(decode|operands|flow|merge|frame)\.[ch]:'
text='spelling|wg_form_match|wg_forms|->pattern\b|\.pattern\b'
shown='snprintf|wg_fault_set|wg_text_add'

# Comments go first, in one line or several.
places=$(find src/machine src/caches src/time src/sim -name '*.[ch]' -o -name '*.def' -path 'src/machine/*' | sort | while read -r file; do
    awk -v file="$file" '
        { line = $0; kept = ""
          while (line != "") {
              if (inside) { at = index(line, "*/"); if (!at) break; line = substr(line, at + 2); inside = 0 }
              else { at = index(line, "/*"); if (!at) { kept = kept line; break }
                     kept = kept substr(line, 1, at - 1); line = substr(line, at + 2); inside = 1 } }
          print file ":" NR ": " kept }' "$file"
done | grep -E "$text" | grep -vE "^$decoder" | grep -vE "$shown" || true)

count=$(printf '%s' "$places" | grep -c . || true)
if [ "$count" != 0 ]; then
    echo "$places"
    echo "$count places below the decoder ask how an instruction is spelled: use wg_insn.opcode and its fields (src/sim/program.h)"
    exit 1
fi
echo "0 places below the decoder ask how an instruction is spelled"
