import { defineTool } from '../../kit/tool.js'
import { descriptor } from './descriptor.js'

/** Background and line widths of a sheet. */
export const tool = defineTool({ descriptor, actions: {} })
