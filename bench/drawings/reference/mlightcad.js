import { AcApDocManager, AcEdOpenMode } from '@mlightcad/cad-simple-viewer'
import { AcDbDatabaseConverterManager, AcDbFileType } from '@mlightcad/data-model'
import { AcDbLibreDwgConverter } from '@mlightcad/libredwg-converter'

const base = document.querySelector('script[src]').src
const parserWorkerUrl = new URL('parser/libredwg-parser-worker.js', base).href
const textWorkerUrl = new URL('texts/mtext-renderer-worker.js', base).href

// As the viewer's own notes say; fonts would come from its makers' server, which is not asked.
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
    const opened = await AcApDocManager.instance.openDocument(name, content, {
      mode: AcEdOpenMode.Read,
      progressiveRendering,
    })
    if (!opened) throw new Error('the file was not opened')
  },
  /** The same picture again. */
  redraw() {
    AcApDocManager.instance.curView.isDirty = true
  },
}
