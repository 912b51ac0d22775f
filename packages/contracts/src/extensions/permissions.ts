/** What an extension of others may ask for; everything else of the page is out of its reach. */
export const extensionPermissions = ['model', 'elements', 'camera', 'toolbar', 'panel', 'overlays'] as const
/**
 * One of them: `model` reads tree, properties and selection; `elements` selects, hides, isolates and colours; `camera`
 * moves and reads the camera; `toolbar` adds buttons; `panel` shows a panel; `overlays` draws over the model.
 */
export type ExtensionPermission = (typeof extensionPermissions)[number]

/** Limits of extensions of others: of what is fetched, and of what they may say while they run. */
export const extensionLimits = {
  manifestBytes: 16 * 1024,
  codeBytes: 1024 ** 2,
  fetchMilliseconds: 10_000,
  /** Allowed origins and manifest addresses of a deployment. */
  sources: 100,
  /** Extensions of a deployment. */
  extensions: 200,
  /** Messages a frame may send in one go, and how many come back to it each second. */
  messageBurst: 200,
  messagesPerSecond: 60,
  /** Calls that wait for an answer at the same time. */
  openCalls: 32,
  /** Refused messages after which a frame is ended. */
  refusals: 50,
  elementsPerCall: 100_000,
  textCharacters: 2_000,
  panelBlocks: 200,
  overlayShapes: 2_000,
  buttons: 8,
} as const
