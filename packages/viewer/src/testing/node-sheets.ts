import { openNodePage, type NodePage } from './node-page.js'
import { recordGl, type RecordedGl } from './recorded-gl.js'

/** A page in Node whose canvases draw with a recorded context. */
export interface NodeSheets {
  readonly page: NodePage
  readonly recorded: RecordedGl
}

/** Opens a page for views of sheets. Close it after the test. */
export function openSheetPage(): NodeSheets {
  const recorded = recordGl()
  const page = openNodePage(() => recorded.gl)
  return { page, recorded }
}
