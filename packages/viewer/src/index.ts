export type * from './api.js'
export type { BesideRequest, ElementsBeside } from './beside/elements-beside.js'
export { createElementsBeside } from './beside/lazy-beside.js'
export { type Insets } from './camera/fit.js'
export { ViewerCamera, type Movement } from './camera/viewer-camera.js'
export { ViewerError, type ViewerErrorCode } from './errors.js'
export { EventEmitter, type Listener } from './event-emitter.js'
export { Extension, type AnnotationPicture, type ExtensionClass, type ExtensionOptions } from './extension/extension.js'
export { ExtensionRegistry, theExtensionManager } from './extension/extension-registry.js'
export { type LoadedExtensions } from './extension/loaded-extensions.js'
export { type Change, type CommandHistory } from './history/command-history.js'
export { type CutPlane } from './model/cut.js'
export { type ElementColors } from './model/element-colors.js'
export { Properties } from './model/properties.js'
export { type Selection } from './model/selection.js'
export { type Visibility } from './model/visibility.js'
export { largestScreenshot, type ScreenshotOptions } from './screenshot.js'
export { createViewer, Viewer } from './viewer.js'
import './built-in-extensions.js'
export * from './extension/extension-ids.js'
export { type MarkupDrawing, type MarkupShape } from './markup/markup-format.js'
export { type MarkupEvents, type MarkupExtension, type MarkupLabels } from './markup/markup-extension.js'
export { type MarkupStyle, type MarkupTool } from './markup/shape-making.js'
export { type Pin, type PinAnchor, type PinEvents, type PinsExtension } from './pins/pins-extension.js'
export { restoreView, takeView } from './views/lazy-views.js'
export { type ElementReference, type ViewState, type ViewVisibility } from './views/view-state.js'
export { type BoxSource, type SectionEvents, type SectionExtension } from './section/section-extension.js'
export {
  type SectionBox,
  type SectionPlane,
  type SectionPlaneKind,
  type SectionState,
} from './section/section-state.js'
export { createSheetView } from './sheet/lazy-sheets.js'
export { type SheetView, type SheetViewOptions } from './sheet/sheet-view.js'
export type * from './sheet/sheet-api.js'
export { type CutArea } from './section/cut-areas.js'
export { type GizmoLabels } from './section/plane-gizmo.js'
export { type CsvTexts } from './measure/csv.js'
export { type MeasureEvents, type MeasureExtension } from './measure/measure-extension.js'
export { type MeasureRefusal } from './measure/measure-steps.js'
export { type Measurement, type MeasureKind, type MeasuredValue, type ValueName } from './measure/measurement.js'
export { type Snap, type SnapKind } from './measure/snapping.js'
export { type LookEvents, type LookExtension, type LookSettings } from './look/look-extension.js'
export { type LengthUnit } from './measure/units.js'
export { type NavigationPreferences } from './interaction/navigation.js'
export {
  type NavigationEvents,
  type NavigationExtension,
  type NavigationMode,
} from './navigation/navigation-extension.js'
export { type Storey } from './navigation/storeys.js'
export { type AlignMethod } from './federation/align.js'
export { type KeptModel, type ModelMember, type ModelSource } from './federation/model-members.js'
export { type ModelsEvents, type ModelsExtension, type PickedPair } from './federation/models-extension.js'
export { type ModelPlacement } from './federation/placement.js'
export { type FieldInfo } from './query/field-table.js'
export {
  type FilterGroup,
  type FilterOperator,
  type FilterRule,
  type FilterTest,
  type QueryField,
} from './query/filter-rule.js'
export { type ModelQueries } from './query/model-queries.js'
export { type TableOrder, type ValueGroup, type ValueSuggestion } from './query/query-engine.js'
export { type ColorLegend, type LegendEntry } from './structure/color-legend.js'
export { type ColorChoice, type ColorsEvents, type ColorsExtension } from './structure/colors-extension.js'
export { type ExplodeEvents, type ExplodeExtension, type ExplodeState } from './structure/explode-extension.js'
export { type ExplodeMode } from './structure/explode-offsets.js'
