export { restoreView, captureViewState } from './lazy-views.js'
export type { ElementReference, ViewState, ViewVisibility } from './view-state.js'
