import { TranslationError } from '@kamar/core'
import startRhino from 'rhino3dm'
import { checkStructure } from './check-structure.js'
import type { RhinoArchive, RhinoKernel } from './kernel-types.js'

let kernel: Promise<RhinoKernel> | null = null

const silent = (): void => undefined

/** Loads the library that reads the archive, once. */
export function loadKernel(): Promise<RhinoKernel> {
  kernel ??= startRhino({ print: silent, printErr: silent }) as unknown as Promise<RhinoKernel>
  return kernel
}

/** Discards the library, so that the next file gets a new instance: after a trap its memory is in an unknown state. */
export function discardKernel(): void {
  kernel = null
}

/** Opens a file; throws the failure `damaged` when the library rejects it. */
export function openArchive(rhino: RhinoKernel, bytes: Uint8Array): RhinoArchive {
  checkStructure(bytes)
  const archive = attempt(() => rhino.File3dm.fromByteArray(bytes))
  if (!archive) throw new TranslationError({ code: 'damaged' })
  return archive
}

/** Returns the result of a library call, or null when it throws or traps on damaged bytes. */
export function attempt<Result>(call: () => Result): Result | null {
  try {
    return call()
  } catch (error) {
    if (isKernelError(error)) throw error
    discardKernel()
    return null
  }
}

/**
 * Returns whether an error is a bug of ours: calls to functions the library does not have, whatever the file contains.
 */
function isKernelError(error: unknown): boolean {
  if (error instanceof TranslationError || error instanceof TypeError) return true
  return error instanceof Error && error.name === 'BindingError'
}
