import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The document of the sandboxed frame and the policy it is sent with. */
export interface FramePage {
  readonly html: string
  readonly policy: string
}

/**
 * The frame's script stands in the document itself, because the frame has an origin of its own and fetches nothing. Its
 * policy lets that one script run, and modules that the script makes of what the page sends it; nothing can be loaded or
 * sent anywhere. `sandbox` holds even when somebody opens the address by itself.
 */
export function readFramePage(): FramePage {
  const path = createRequire(import.meta.url).resolve('@kamar/contracts/sandbox-guest')
  const script = readFileSync(path, 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, '')
  const hash = createHash('sha256').update(script).digest('base64')
  return {
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Extension</title></head><body><script type="module">${script}</script></body></html>`,
    policy: [
      "default-src 'none'",
      `script-src 'sha256-${hash}' blob:`,
      'sandbox allow-scripts',
      "frame-ancestors 'self'",
      "base-uri 'none'",
      "form-action 'none'",
    ].join('; '),
  }
}
