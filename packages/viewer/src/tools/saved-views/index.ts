export { captureViewState, resetView, restoreView } from './lazy-views.js'
export type { ElementReference, ViewState, ViewVisibility } from './view-state.js'
