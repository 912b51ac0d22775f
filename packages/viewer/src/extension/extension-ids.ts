/** Ids by which `viewer.loadExtension` finds the extensions that come with the viewer. */
export const markupExtensionId = 'kamar.markup'
/** Section planes and the section box. */
export const sectionExtensionId = 'kamar.section'
/** Ways of moving: zoom window, walking, flying, storeys as plans. */
export const navigationExtensionId = 'kamar.navigation'
/** Colours by a property, with a legend. */
export const colorsExtensionId = 'kamar.colors'
/** Taking the model apart. */
export const explodeExtensionId = 'kamar.explode'
/** Sky, ambient occlusion, sun. */
export const renderEffectsExtensionId = 'kamar.look'
/** Measurements. */
export const measureExtensionId = 'kamar.measure'
/** Several models at once. */
export const modelsExtensionId = 'kamar.models'
/** Numbered pins at points of the model. */
export const pinsExtensionId = 'kamar.pins'
