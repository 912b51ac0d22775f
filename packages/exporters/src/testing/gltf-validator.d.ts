declare module 'gltf-validator' {
  /** Validation message; severity 0 error, 1 warning, 2 information, 3 hint. */
  interface ValidationMessage {
    readonly code: string
    readonly message: string
    readonly severity: number
    readonly pointer?: string
  }

  /** Validates a glTF or GLB against the specification. */
  export function validateBytes(
    bytes: Uint8Array,
    options?: { readonly maxIssues?: number },
  ): Promise<{ readonly issues: { readonly messages: readonly ValidationMessage[] } }>
}
