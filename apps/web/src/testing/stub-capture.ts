import { vi } from 'vitest'
import * as captureModule from '../viewer/kit/viewpoints/capture.js'
import type { CapturedView } from '../viewer/kit/viewpoints/viewpoint-mapping.js'

/** Stubs the capture with this view, without a viewer or storage, until `cleanUpPage`. */
export function stubCapture(view: object) {
  return {
    captureView: vi.spyOn(captureModule, 'captureView').mockResolvedValue(view as CapturedView),
    sendPicture: vi.spyOn(captureModule, 'uploadSnapshot').mockResolvedValue(null),
    openViewpoint: vi
      .spyOn(captureModule, 'openViewpoint')
      .mockResolvedValue({ camera: null, markup: { shapes: [], pins: [] } } as never),
  }
}
