import { Extension } from '../extension/extension.js'

/** Measurements; filled in below. */
export class MeasureExtension extends Extension {}
