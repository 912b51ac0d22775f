import type { Manifest, ModelTree } from '@kamar/package-format/read'
import type { CameraView, CutPlane, PointerInfo } from '@kamar/viewer'

/** Elements affected by an event. */
export interface ElementsEvent {
  readonly elements: readonly number[]
}

/** Events for extensions, under the names known to APS viewer developers, with their data. */
export interface ApiEvents {
  SELECTION_CHANGED_EVENT: ElementsEvent
  CAMERA_CHANGE_EVENT: { readonly view: CameraView }
  /** The complete package is loaded and drawn. */
  GEOMETRY_LOADED_EVENT: { readonly manifest: Manifest }
  OBJECT_TREE_CREATED_EVENT: { readonly tree: ModelTree }
  MODEL_UNLOADED_EVENT: Record<string, never>
  CUTPLANES_CHANGE_EVENT: { readonly planes: readonly CutPlane[] }
  /** Only these elements are visible now; empty: isolation has ended. */
  ISOLATE_EVENT: ElementsEvent
  HIDE_EVENT: ElementsEvent
  SHOW_EVENT: ElementsEvent
  EXPLODE_CHANGE_EVENT: { readonly scale: number }
  /** A saved view was restored, from any source. */
  VIEWER_STATE_RESTORED_EVENT: Record<string, never>
  EXTENSION_LOADED_EVENT: { readonly extensionId: string }
  EXTENSION_UNLOADED_EVENT: { readonly extensionId: string }
  EXTENSION_ACTIVATED_EVENT: { readonly extensionId: string; readonly mode: string }
  EXTENSION_DEACTIVATED_EVENT: { readonly extensionId: string }
  TOOL_CHANGE_EVENT: { readonly toolName: string; readonly active: boolean }
  /** A click on the canvas that no tool handled. */
  CLICK_EVENT: PointerInfo
  THEME_CHANGED_EVENT: { readonly theme: 'light' | 'dark' }
  LANGUAGE_CHANGED_EVENT: { readonly language: string }
  VIEWER_RESIZE_EVENT: { readonly width: number; readonly height: number }
}

/** Key of `ApiEvents`. */
export type ApiEventName = keyof ApiEvents
