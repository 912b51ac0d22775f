import { AcApDocManager, AcEdOpenMode } from '@mlightcad/cad-simple-viewer'
import { AcDbDatabaseConverterManager, AcDbFileType } from '@mlightcad/data-model'
import { AcDbLibreDwgConverter } from '@mlightcad/libredwg-converter'

const base = document.querySelector('script[src]').src
const parserWorkerUrl = new URL('parser/libredwg-parser-worker.js', base).href
const textWorkerUrl = new URL('texts/mtext-renderer-worker.js', base).href

// As its documentation says; fonts would come from the vendor's server, which is not used.
window.peer = {
  init(container) {
    AcDbDatabaseConverterManager.instance.register(
      AcDbFileType.DWG,
      new AcDbLibreDwgConverter({ convertByEntityType: false, useWorker: true, parserWorkerUrl }),
    )
    AcApDocManager.createInstance({
      container,
      width: 1280,
      height: 720,
      autoResize: false,
      baseUrl: `${location.origin}/none/`,
      webworkerFileUrls: {
        dwgParser: parserWorkerUrl,
        mtextRender: textWorkerUrl,
      },
    })
  },
  async open(name, address, progressiveRendering) {
    const content = await (await fetch(address)).arrayBuffer()
    const isOpen = await AcApDocManager.instance.openDocument(name, content, {
      mode: AcEdOpenMode.Read,
      progressiveRendering,
    })
    if (!isOpen) throw new Error('the file was not opened')
  },
  /** Draws the same frame again. */
  redraw() {
    AcApDocManager.instance.curView.isDirty = true
  },
}
