import type { Manifest, ModelTree } from '@kamar/view-package/read'
import type { CameraView, CutPlane, PointerInfo } from '@kamar/viewer'

/** A list of elements that something happened to. */
export interface ElementsEvent {
  readonly elements: readonly number[]
}

/** What extensions can listen to, under the names that APS viewer developers know, and what each tells. */
export interface ApiEvents {
  SELECTION_CHANGED_EVENT: ElementsEvent
  CAMERA_CHANGE_EVENT: { readonly view: CameraView }
  /** Everything of the finished package is loaded and drawn. */
  GEOMETRY_LOADED_EVENT: { readonly manifest: Manifest }
  OBJECT_TREE_CREATED_EVENT: { readonly tree: ModelTree }
  MODEL_UNLOADED_EVENT: Record<string, never>
  CUTPLANES_CHANGE_EVENT: { readonly planes: readonly CutPlane[] }
  /** Only these elements are shown now; none: nothing is isolated any more. */
  ISOLATE_EVENT: ElementsEvent
  HIDE_EVENT: ElementsEvent
  SHOW_EVENT: ElementsEvent
  EXPLODE_CHANGE_EVENT: { readonly scale: number }
  /** A saved view was restored, by whomever. */
  VIEWER_STATE_RESTORED_EVENT: Record<string, never>
  EXTENSION_LOADED_EVENT: { readonly extensionId: string }
  EXTENSION_UNLOADED_EVENT: { readonly extensionId: string }
  EXTENSION_ACTIVATED_EVENT: { readonly extensionId: string; readonly mode: string }
  EXTENSION_DEACTIVATED_EVENT: { readonly extensionId: string }
  TOOL_CHANGE_EVENT: { readonly toolName: string; readonly active: boolean }
  /** A short press on the picture that no tool used up. */
  CLICK_EVENT: PointerInfo
  THEME_CHANGED_EVENT: { readonly theme: 'light' | 'dark' }
  LANGUAGE_CHANGED_EVENT: { readonly language: string }
  VIEWER_RESIZE_EVENT: { readonly width: number; readonly height: number }
}

/** One of them. */
export type ApiEventName = keyof ApiEvents
