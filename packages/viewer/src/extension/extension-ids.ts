/** Ids by which `viewer.loadExtension` finds the extensions that come with the viewer. */
export const markupExtensionId = 'kamar.markup'
/** Section planes and the section box. */
export const sectionExtensionId = 'kamar.section'
/** Measurements. */
export const measureExtensionId = 'kamar.measure'
/** Numbered pins at points of the model. */
export const pinsExtensionId = 'kamar.pins'
