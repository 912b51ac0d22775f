import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Document of the sandboxed frame and its content security policy. */
export interface FramePage {
  readonly html: string
  readonly policy: string
}

/**
 * Reads the frame's document. The script is inline, because the frame has an opaque origin and fetches nothing. The
 * policy lets that one script run, and modules that it creates from messages of the page; nothing can be loaded or sent
 * anywhere. `sandbox` applies even when the URL is opened directly.
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
