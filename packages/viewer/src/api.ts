import type { Box, Manifest, ModelTree } from '@kamar/view-package/read'
import type { ViewerError } from './errors.js'
import type { CutPlane } from './model/cut.js'

/** x, y, z: metres, Z up, model origin taken out (`Manifest.origin` brings it back). */
export type Point = readonly [number, number, number]

/** Red, green, blue, 0 to 255, sRGB; with an opacity of 0 to 1 when it differs from 1. */
export interface ElementColor {
  readonly rgb: readonly [number, number, number]
  readonly opacity?: number
}

/** Where a package comes from. Paths are relative, as the manifest lists them. */
export interface PackageLoader {
  /** The newest manifest, parsed. */
  fetchManifest(signal: AbortSignal): Promise<unknown>
  /** The bytes of a file, brotli undone (a browser undoes `content-encoding` itself). */
  fetchFile(path: string, signal: AbortSignal): Promise<ArrayBuffer | Uint8Array>
  /**
   * Where the server pushes: calls `changed` when a newer manifest can be fetched; the answer ends it. Without it the
   * viewer asks every second while the manifest says `inprogress`.
   */
  subscribe?(changed: () => void): () => void
}

/** What `load` takes: an address, or a loader of the caller's own. */
export type PackageSource =
  | { readonly manifestUrl: string; readonly headers?: () => Readonly<Record<string, string>> }
  | { readonly loader: PackageLoader }

/** How depth is drawn. */
export type Projection = 'perspective' | 'orthographic'

/** A camera as a saved view keeps it. */
export interface CameraView {
  readonly eye: Point
  /** The point the view is about: orbit and zoom keep it when nothing was picked. */
  readonly target: Point
  readonly projection: Projection
  /** Vertical, perspective only. */
  readonly fieldOfViewDegrees: number
  /** Height of the picture in metres at the target. */
  readonly height: number
  /** Up in the picture, where that does not follow from the horizon: views straight down or up. */
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

/** What lies under a point of the picture. */
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

/** One element that a search found. */
export interface SearchHit {
  readonly element: number
  /** Where the text was found; for `property` the set's and the property's name say more. */
  readonly matched: 'name' | 'class' | 'id' | 'property'
  /** The whole text in which the words were found. */
  readonly text: string
  readonly set?: string
  readonly property?: string
}

/** Answer of a search: the best hits first, at most `limit` of them. */
export interface SearchResult {
  /** Elements that match, also those beyond `limit`. */
  readonly total: number
  readonly hits: readonly SearchHit[]
  readonly milliseconds: number
}

/** How far a model is. */
export interface ModelProgress {
  /** 0 to 1, over the chunks that are known; may fall once, when the finished package replaces the provisional one. */
  readonly fraction: number
  readonly state: Manifest['state']
  readonly chunksLoaded: number
  readonly chunkCount: number
  readonly instances: number
}

/** How much of a model that is larger than its memory is here. A part is a chunk of the package. */
export interface ResidencyStatus {
  /** Parts of which something would be seen in the picture as it is now. */
  readonly needed: number
  /** Those of them that are here. */
  readonly resident: number
  /** Whether something is missing that is not small, and for which there is no room. */
  readonly isNearMissing: boolean
  /** All parts of the model. */
  readonly chunks: number
  /** Bytes of shapes now, on the card and in the page, and how many they may be. */
  readonly bytes: number
  readonly budget: number
}

/** A press on the picture. */
export interface PointerInfo {
  /** CSS pixels from the left and top of the viewer. */
  readonly x: number
  readonly y: number
  readonly pick: PickResult | null
  readonly shift: boolean
  /** Ctrl, or Command on a Mac. */
  readonly control: boolean
  /** What is seen through is not picked then, but what stands behind it. */
  readonly alt?: boolean
  readonly touch: boolean
}

/** How a pick goes. */
export interface PickOptions {
  /** Glass and everything else that is seen through is passed. */
  readonly throughGlass?: boolean
}

/** One of several models was moved. */
export interface ModelMove {
  /** From where it stood to where it stands, metres: three rows of a rotation, each followed by its part of the way. */
  readonly matrix: readonly number[]
  /** Whether an element is of that model, or the model itself. */
  contains(element: number): boolean
}

/** What the viewer tells; `on('selectionChanged', …)`. */
export interface ViewerEvents {
  modelProgress: ModelProgress
  /** The first picture with something of the model in it. */
  firstFrame: { readonly milliseconds: number }
  /** Everything of the finished package is loaded and drawn. */
  modelComplete: { readonly manifest: Manifest; readonly milliseconds: number }
  modelUnloaded: Record<string, never>
  selectionChanged: { readonly elements: readonly number[] }
  visibilityChanged: { readonly hidden: number; readonly ghosted: number; readonly isolated: boolean }
  colorsChanged: Record<string, never>
  cameraChanged: { readonly view: CameraView }
  cutChanged: { readonly planes: readonly CutPlane[] }
  /** The graphics card was taken away, or came back: then everything is drawn anew as it was. */
  graphicsChanged: { readonly isLost: boolean }
  /** Of a model larger than its memory another share is here, or something near is missing, or no longer. */
  residencyChanged: ResidencyStatus
  /** Elements stand elsewhere: taken from each other, or with a model of a set that was moved. */
  elementsMoved: { readonly move: ModelMove | null }
  /** `viewer.history` can take back, or do again, something else than before. */
  historyChanged: Record<string, never>
  /** A short press: the selection is done already. */
  click: PointerInfo
  doubleClick: PointerInfo
  /** Right button or long press: where the application shows its menu. */
  contextMenu: PointerInfo
  /** After every drawn picture. */
  frame: FrameStatistics
  themeChanged: { readonly theme: Theme }
  extensionLoaded: { readonly id: string }
  extensionUnloaded: { readonly id: string }
  extensionActivated: { readonly id: string; readonly mode: string }
  extensionDeactivated: { readonly id: string }
  error: ViewerError
}

/** What a picture cost. */
export interface FrameStatistics {
  /** `additive`: only what arrived since the last picture was drawn, on top of it. */
  readonly kind: 'full' | 'additive'
  readonly quality: 'still' | 'moving'
  /** Calls to the graphics card. */
  readonly draws: number
  /** Ranges inside those calls. */
  readonly ranges: number
  readonly triangles: number
  readonly lines: number
  readonly points: number
  readonly instances: number
  /** Whether only the objects seen from outside were drawn. */
  readonly exterior: boolean
  /** Script time of the picture. */
  readonly milliseconds: number
}

/** Colours of the background, of edges and of the viewer's own controls. */
export type Theme = 'light' | 'dark'

/** Texts of the viewer's own few controls, for the application's languages. */
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

/** What `createViewer` takes; everything has a default. */
export interface ViewerOptions {
  readonly theme?: Theme
  /** CSS hexadecimal colour behind the model; left out, the theme's. */
  readonly background?: string
  /** Crease edges, on by default. */
  readonly edges?: boolean
  /** On by default. */
  readonly viewCube?: boolean
  /** On by default: arrows, +, −, F, Z, H, I, G, A, O, Home, Escape while the viewer has the focus. */
  readonly keyboard?: boolean
  readonly projection?: Projection
  /** Device pixels per CSS pixel; left out, the screen's, at most 2. */
  readonly pixelRatio?: number
  readonly labels?: Partial<ViewerLabels>
  /** How long camera flights take, 280 by default; 0 where the user asked for reduced motion. */
  readonly flightMilliseconds?: number
  /**
   * Bytes that the shapes of a model may take, on the graphics card and in the page together; left out, what the device
   * can be trusted with. Of a model that needs more, what is far is let go.
   */
  readonly memoryBytes?: number
  /** Makes the decoding worker where the application's bundler cannot; null decodes on the page's own thread. */
  readonly createDecodeWorker?: (() => Worker) | null
  /** The same for the searching worker. */
  readonly createSearchWorker?: (() => Worker) | null
}

/** The loaded model: facts and the tree. */
export interface ModelAccess {
  readonly manifest: Manifest
  /** The tree, fetched when first asked for; rejects while the package has none (`inprogress`). */
  readonly tree: Promise<ModelTree>
  /** The tree once it is here. */
  readonly treeNow: ModelTree | null
  readonly instanceCount: number
  /** Box around the elements (without their children); null when they have no shape. */
  computeBounds(elements: Iterable<number>): Box | null
  /** 1 for each element with a shape of its own, by element number. */
  readonly shapes: Uint8Array
  /** Whether the element has a shape of its own. */
  hasShape(element: number): boolean
}
