// Prepares a text for the word count: small letters become capital letters, everything that
// ends a line or a word becomes a space. One thread per character.
// Neighbouring threads read neighbouring characters, so the accesses are coalesced.
//
//     upper_bytes<<<(length + 255) / 256, 256>>>(text, result, length);

extern "C" __global__ void upper_bytes(const char *text, char *result, int length)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < length) {
        char c = text[i];

        if (c >= 'a' && c <= 'z')
            c = c - 'a' + 'A';
        else if (c == '\n' || c == '\t' || c == '.' || c == ',')
            c = ' ';

        result[i] = c;
    }
}
