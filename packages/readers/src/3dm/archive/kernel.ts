import { TranslationError } from '@kamar/contracts/core'
import startRhino from 'rhino3dm'
import { checkStructure } from './check-structure.js'
import type { RhinoArchive, RhinoKernel } from './kernel-types.js'

let kernel: Promise<RhinoKernel> | null = null

const silent = (): void => undefined

/** The library that reads the archive, started once. */
export function loadKernel(): Promise<RhinoKernel> {
  kernel ??= startRhino({ print: silent, printErr: silent }) as unknown as Promise<RhinoKernel>
  return kernel
}

/** The next file gets a new one: after a trap the library's memory is in an unknown state. */
export function discardKernel(): void {
  kernel = null
}

/** Opens a file; throws the failure `damaged` when the library does not take it. */
export function openArchive(rhino: RhinoKernel, bytes: Uint8Array): RhinoArchive {
  checkStructure(bytes)
  const archive = attempt(() => rhino.File3dm.fromByteArray(bytes))
  if (!archive) throw new TranslationError({ code: 'damaged' })
  return archive
}

/** What the library answers, or null when it throws or traps on damaged bytes. */
export function attempt<Result>(call: () => Result): Result | null {
  try {
    return call()
  } catch (error) {
    if (isOurs(error)) throw error
    discardKernel()
    return null
  }
}

/** Calls that the library does not know are faults of ours, whatever the file holds. */
function isOurs(error: unknown): boolean {
  if (error instanceof TranslationError || error instanceof TypeError) return true
  return error instanceof Error && error.name === 'BindingError'
}
