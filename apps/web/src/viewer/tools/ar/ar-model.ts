/** Model of the dialog; `release` revokes its `blob:` URLs. */
export interface ArModel {
  /** `blob:` URL of a GLB. */
  readonly source: string
  /** URL of a USDZ; null where the browser creates one itself. */
  readonly usdz: string | null
  /** Public URL of the model; null for a stored one. */
  readonly address: string | null
  readonly release: () => void
}

/** Progress callback, 0 to 1, and abort signal. */
export interface LoadOptions {
  readonly onFraction: (fraction: number) => void
  readonly signal: AbortSignal
}

export const glbType = 'model/gltf-binary'

/** Creates URLs of bytes, revoked together. */
export function blobAddresses(): { readonly of: (bytes: Blob) => string; readonly release: () => void } {
  const addresses: string[] = []
  return {
    of(bytes) {
      const address = URL.createObjectURL(bytes)
      addresses.push(address)
      return address
    },
    release: () => addresses.forEach((address) => URL.revokeObjectURL(address)),
  }
}
