/** Magic bytes of the binary encoding; two bytes and the version follow. */
export const binaryMagic = 'Kaydara FBX Binary  \0'
