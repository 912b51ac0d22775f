/** Permissions a third-party extension can request; it has no access to anything else on the page. */
export const extensionPermissions = ['model', 'elements', 'camera', 'toolbar', 'panel', 'overlays'] as const
/**
 * One of `extensionPermissions`: `model` reads tree, properties and selection; `elements` selects, hides, isolates and
 * colours; `camera` moves and reads the camera; `toolbar` adds buttons; `panel` shows a panel; `overlays` draws over
 * the model.
 */
export type ExtensionPermission = (typeof extensionPermissions)[number]

/** Limits of third-party extensions: download sizes and message rates. */
export const extensionLimits = {
  manifestBytes: 16 * 1024,
  codeBytes: 1024 ** 2,
  fetchMilliseconds: 10_000,
  /** Maximum number of allowed origins and manifest URLs per deployment. */
  sources: 100,
  /** Maximum number of extensions per deployment. */
  extensions: 200,
  /** Messages a frame may send in one burst, and the number refilled each second. */
  messageBurst: 200,
  messagesPerSecond: 60,
  /** Maximum concurrent calls of a frame. */
  openCalls: 32,
  /** Number of rejected messages after which a frame is terminated. */
  refusals: 50,
  elementsPerCall: 100_000,
  textCharacters: 2_000,
  panelBlocks: 200,
  overlayShapes: 2_000,
  buttons: 8,
} as const
