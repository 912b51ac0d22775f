/** A camera pose of a file: the model's own coordinates, metres; unit direction vectors. */
interface CameraPose {
  readonly eye: readonly [number, number, number]
  readonly direction: readonly [number, number, number]
  readonly up: readonly [number, number, number]
  /** Distance from the eye to the target, if the file states it. */
  readonly distanceMetres?: number
  /** Width by height of the viewport it was saved from, if the file states it. */
  readonly aspectRatio?: number
}

/** A camera as a file stores it. */
export type SavedCamera =
  | (CameraPose & { readonly kind: 'perspective'; readonly fieldOfViewDegrees: number })
  | (CameraPose & { readonly kind: 'orthographic'; readonly heightMetres: number })

/** A view stored in the file; angles and heights span the image from its lower edge to its upper one. */
export interface SavedViewInput {
  /** Null for the view that was current when the file was saved. */
  readonly name: string | null
  /** Names of its parent folders, outermost first. */
  readonly folders: readonly string[]
  readonly camera: SavedCamera
}

/** Maximum number of views per package and maximum length of their names. */
export const savedViewLimits = { views: 500, nameCharacters: 200, folders: 8 } as const
