import type { SandboxContent, SandboxContext, SandboxTool } from '@kamar/contracts/sandbox-guest'
import { expectTypeOf, it } from 'vitest'
import type { ViewerTool } from '../viewer-tool/viewer-tool.js'

it('a tool of a sandboxed extension is a ViewerTool whose content are blocks', () => {
  expectTypeOf<ViewerTool<SandboxContext, SandboxContent>>().toExtend<SandboxTool>()
})
