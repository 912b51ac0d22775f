import { describeTool } from '../../../testing/describe-tool.js'
import { tool } from './tool.js'

describeTool(tool)
