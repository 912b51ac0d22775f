import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { BackupReport, BackupOptions } from '../backup/make-backup.js'
import type { VerifyReport } from '../verify/verify-deployment.js'

/** Request of a command to a running server, because only the server has the embedded database open. */
export const ControlRequest = z.discriminatedUnion('command', [
  z.strictObject({
    command: z.literal('backup'),
    token: z.string(),
    folder: z.string().min(1).max(4096),
    withoutSecret: z.boolean().optional(),
    keep: z.number().int().min(1).optional(),
  }),
  z.strictObject({ command: z.literal('verify'), token: z.string() }),
])
export type ControlRequest = z.infer<typeof ControlRequest>

/** Replies, a line of JSON each; the last one is `done` or `failed`. */
export type ControlReply =
  | { readonly type: 'progress'; readonly sentence: string }
  | { readonly type: 'done'; readonly report: BackupReport | VerifyReport }
  | { readonly type: 'failed'; readonly sentence: string }

/** Operations of a running server, as functions. */
export interface ControlledOperations {
  backup(options: BackupOptions, onProgress: (message: string) => void): Promise<BackupReport>
  verify(onProgress: (message: string) => void): Promise<VerifyReport>
}

const ControlAddress = z.strictObject({ path: z.string(), token: z.string(), pid: z.number() })
/** Address of a running server: written into the data folder, which only its owner may read. */
export type ControlAddress = z.infer<typeof ControlAddress>

/** Name of the address file in the data folder. */
export const controlFileName = 'control.json'

/** Reads the address; returns null when there is none, or an invalid one. */
export async function readAddress(file: string): Promise<ControlAddress | null> {
  try {
    return ControlAddress.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return null
  }
}
