/** Id of the extension for model federation. */
export const modelsExtensionId = 'kamar.models'
