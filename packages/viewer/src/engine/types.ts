import type { Box, Manifest, ModelTree } from '@kamar/package-format/read'

/** x, y, z: metres, Z up, relative to the model origin (add `Manifest.origin` to get the source's coordinates). */
export type Point = readonly [number, number, number]

/** Red, green, blue, 0 to 255, sRGB; with an opacity of 0 to 1 if it differs from 1. */
export interface ElementColor {
  readonly rgb: readonly [number, number, number]
  readonly opacity?: number
}

/** Source of a package's files. Paths are relative, as the manifest lists them. */
export interface PackageLoader {
  /** Returns the newest manifest, parsed. */
  fetchManifest(signal: AbortSignal): Promise<unknown>
  /** Returns the bytes of a file, with brotli decoded (a browser decodes `content-encoding` itself). */
  fetchFile(path: string, signal: AbortSignal): Promise<ArrayBuffer | Uint8Array>
  /**
   * For servers that push: calls `changed` when a newer manifest is available; returns the unsubscribe function.
   * Without it the viewer polls every second while the manifest says `inprogress`.
   */
  subscribe?(changed: () => void): () => void
}

/** Argument of `load`: an address, or a custom loader. */
export type PackageSource =
  | { readonly manifestUrl: string; readonly headers?: () => Readonly<Record<string, string>> }
  | { readonly loader: PackageLoader }

/** The projection of the camera. */
export type Projection = 'perspective' | 'orthographic'

/** A camera as stored in a saved view. */
export interface CameraView {
  readonly eye: Point
  /** The target point: orbit and zoom use it if nothing was picked. */
  readonly target: Point
  readonly projection: Projection
  /** Vertical, perspective only. */
  readonly fieldOfViewDegrees: number
  /** Height of the view in metres at the target. */
  readonly height: number
  /** Up direction of the view, if the horizon does not determine it: views straight down or up. */
  readonly up?: Point
}

/** Sides, edges and corners of the view cube, and `home`. */
export type NamedView =
  | 'home'
  | 'front'
  | 'back'
  | 'left'
  | 'right'
  | 'top'
  | 'bottom'
  | `${'top' | 'bottom'}-${'front' | 'back' | 'left' | 'right'}`
  | `${'front' | 'back'}-${'left' | 'right'}`
  | `${'top' | 'bottom'}-${'front' | 'back'}-${'left' | 'right'}`

/** The hit under a screen position. */
export interface PickResult {
  /** Element number: the index in the model tree. */
  readonly element: number
  /** Instance number in the package. */
  readonly instance: number
  readonly point: Point
  /** Unit normal of the surface, towards the viewer. */
  readonly normal: Point
  /** Metres from the eye. */
  readonly distance: number
}

/** An element that a search found. */
export interface SearchHit {
  readonly element: number
  /** The kind of text that matched; for `property` see the set's and the property's name. */
  readonly matched: 'name' | 'class' | 'id' | 'property'
  /** The complete matching text. */
  readonly text: string
  readonly set?: string
  readonly property?: string
}

/** Result of a search: the best hits first, at most `limit` of them. */
export interface SearchResult {
  /** Number of matching elements, including those beyond `limit`. */
  readonly total: number
  readonly hits: readonly SearchHit[]
  readonly milliseconds: number
}

/** Conditions of a running search. */
export interface SearchControl {
  /** Ends the search, which then rejects. */
  readonly signal?: AbortSignal | undefined
  /** Called with the matches in names, ids and classes, if any, before the properties are searched. */
  readonly onPartial?: ((result: SearchResult) => void) | undefined
}

/** Loading progress of a model. */
export interface ModelProgress {
  /** 0 to 1, over the known chunks; may fall once, when the finished package replaces the provisional one. */
  readonly fraction: number
  readonly state: Manifest['state']
  readonly chunksLoaded: number
  readonly chunkCount: number
  readonly instances: number
}

/** Residency of a model larger than its memory budget, in chunks of the package. */
export interface ResidencyStatus {
  /** Chunks visible in the current view. */
  readonly needed: number
  /** Those of them that are resident. */
  readonly resident: number
  /** Whether a visible chunk that is not small is missing for lack of memory. */
  readonly isNearMissing: boolean
  /** All chunks of the model. */
  readonly chunks: number
  /** Current bytes of geometry, on the GPU and in the page, and their limit. */
  readonly bytes: number
  readonly budget: number
}

/** A click on the canvas. */
export interface PointerInfo {
  /** CSS pixels from the left and top of the viewer. */
  readonly x: number
  readonly y: number
  readonly pick: PickResult | null
  readonly shift: boolean
  /** Ctrl, or Command on a Mac. */
  readonly control: boolean
  /** Picks through transparent objects. */
  readonly alt?: boolean
  readonly touch: boolean
}

/** Options of a pick. */
export interface PickOptions {
  /** Ignores glass and all other transparent objects. */
  readonly throughGlass?: boolean
}

/** A move of one of several models. */
export interface ModelMove {
  /**
   * From the old to the new pose, metres: three rows of a rotation, each followed by its component of the translation.
   */
  readonly matrix: readonly number[]
  /** Returns whether an element belongs to that model or is its root. */
  contains(element: number): boolean
}

/** Cost of a frame. */
export interface FrameStatistics {
  /** `additive`: only new content since the last frame was drawn, on top of it. */
  readonly kind: 'full' | 'additive'
  readonly quality: 'still' | 'moving'
  /** Draw calls. */
  readonly draws: number
  /** Ranges in those calls. */
  readonly ranges: number
  readonly triangles: number
  readonly lines: number
  readonly points: number
  readonly instances: number
  /** Whether only the objects visible from outside were drawn. */
  readonly exterior: boolean
  /** Script time of the frame. */
  readonly milliseconds: number
}

/** Colours of the background, of edges and of the viewer's own controls. */
export type Theme = 'light' | 'dark'

/** Texts of the viewer's few built-in controls, in the application's languages. */
export interface ViewerLabels {
  readonly canvas: string
  readonly viewCube: string
  readonly front: string
  readonly back: string
  readonly left: string
  readonly right: string
  readonly top: string
  readonly bottom: string
  readonly home: string
}

/** Options of `createViewer`; everything has a default. */
export interface ViewerOptions {
  readonly theme?: Theme
  /**
   * When the WebGL context is created. Default: at once; `createViewer` throws without WebGL. `on-demand`: with
   * `startRendering`, for pages that may display something else; until then, and without WebGL, everything except
   * rendering works, and no shapes are fetched.
   */
  readonly rendering?: 'at-once' | 'on-demand'
  /** CSS hexadecimal colour behind the model; default: the theme's. */
  readonly background?: string
  /** Crease edges, on by default. */
  readonly edges?: boolean
  /** On by default. */
  readonly viewCube?: boolean
  /** On by default: arrows, +, −, F, Z, H, I, G, A, O, Home, Escape while the viewer has the focus. */
  readonly keyboard?: boolean
  readonly projection?: Projection
  /** Device pixels per CSS pixel; default: the screen's, at most 2. */
  readonly pixelRatio?: number
  readonly labels?: Partial<ViewerLabels>
  /** Duration of camera flights, default 280; 0 if the user prefers reduced motion. */
  readonly flightMilliseconds?: number
  /**
   * Maximum bytes of a model's geometry, on the GPU and in the page together; default: by device. In a larger model,
   * distant chunks are evicted.
   */
  readonly memoryBytes?: number
  /** Creates the decoding worker if the application's bundler cannot; null decodes on the page's main thread. */
  readonly createDecodeWorker?: (() => Worker) | null
  /** The same for the search worker. */
  readonly createSearchWorker?: (() => Worker) | null
}

/** The loaded model: metadata and tree. */
export interface ModelAccess {
  readonly manifest: Manifest
  /** The tree, fetched on first use; rejects while the package has none (`inprogress`). */
  readonly tree: Promise<ModelTree>
  /** The tree if already loaded. */
  readonly treeNow: ModelTree | null
  readonly instanceCount: number
  /** Returns the box around the elements (without their children); null if they have no shape. */
  computeBounds(elements: Iterable<number>): Box | null
  /** 1 for each element with a shape of its own, by element number. */
  readonly shapes: Uint8Array
  /** Returns whether the element has a shape of its own. */
  hasShape(element: number): boolean
}

/** A screenshot onto which annotations are drawn; it shows the current view. */
export interface AnnotationTarget {
  readonly context: CanvasRenderingContext2D
  /** Pixels. */
  readonly width: number
  readonly height: number
}
