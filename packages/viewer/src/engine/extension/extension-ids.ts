/** Ids by which `viewer.loadExtension` finds the built-in extensions. */
export const markupExtensionId = 'kamar.markup'
/** Section planes and the section box. */
export const sectionExtensionId = 'kamar.section'
/** Navigation modes: zoom window, walking, flying, storeys as plans. */
export const navigationExtensionId = 'kamar.navigation'
/** Colours by a property, with a legend. */
export const colorsExtensionId = 'kamar.colors'
/** Exploded view. */
export const explodeExtensionId = 'kamar.explode'
/** Sky, ambient occlusion, sun. */
export const renderEffectsExtensionId = 'kamar.look'
/** Measurement. */
export const measureExtensionId = 'kamar.measure'
/** Model federation. */
export const modelsExtensionId = 'kamar.models'
/** Numbered pins at points of the model. */
export const pinsExtensionId = 'kamar.pins'
