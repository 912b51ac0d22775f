/** Where a camera of a file stands: the model's own coordinates, metres; directions of length 1. */
interface CameraPose {
  readonly eye: readonly [number, number, number]
  readonly direction: readonly [number, number, number]
  readonly up: readonly [number, number, number]
  /** From the eye to what the view is about, where the file says so. */
  readonly distanceMetres?: number
  /** Width by height of the picture it was saved from, where the file says so. */
  readonly aspectRatio?: number
}

/** A camera as a file holds it. */
export type SavedCamera =
  | (CameraPose & { readonly kind: 'perspective'; readonly fieldOfViewDegrees: number })
  | (CameraPose & { readonly kind: 'orthographic'; readonly heightMetres: number })

/** A view that a file brings with it; angles and heights are those from the picture's lower edge to its upper one. */
export interface SavedViewInput {
  /** Null: how the model was looked at when the file was saved. */
  readonly name: string | null
  /** Names of the folders it stands in, the outermost first. */
  readonly folders: readonly string[]
  readonly camera: SavedCamera
}

/** A package holds no more views than this, and no longer names of them. */
export const savedViewLimits = { views: 500, nameCharacters: 200, folders: 8 } as const
