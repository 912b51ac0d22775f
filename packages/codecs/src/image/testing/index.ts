export { gable, gablePng } from './preview.js'
