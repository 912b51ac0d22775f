import type { ElementStates } from '../store/element-states.js'
import type { OpenModel } from '../model/open-model.js'
import type { StateHost } from '../model/selection.js'
import type { Viewer } from '../api.js'

/** Creates the state host of the currently open model. */
export function createStateHost(viewer: Viewer, states: ElementStates, model: () => OpenModel | null): StateHost {
  return {
    states,
    refresh: (elements) => {
      model()?.content?.refreshColors(elements)
      viewer.invalidate()
    },
    withDescendants: (elements) => model()?.withDescendants(elements) ?? [...elements],
    whenTree: (action) => model()?.whenTree(action),
  }
}
