import type { UnavailableReason } from '@kamar/extensions'
import type { Context } from './tool.js'

/** Returns why a command that needs a model is unavailable. */
export const needsModel = ({ session }: Context<unknown>): UnavailableReason | null =>
  session.model.hasFirstFrame ? null : 'model'

/** Returns why a command that needs a drawn sheet is unavailable. */
export const needsSheet = ({ session }: Context<unknown>): UnavailableReason | null => (session.sheet ? null : 'model')

/** Returns why a command that needs what is displayed, a model or a sheet, is unavailable. */
export const needsCanvas = (context: Context<unknown>): UnavailableReason | null =>
  context.session.drawing.isShown ? needsSheet(context) : needsModel(context)

/** Returns why a command that needs a model and selected elements is unavailable. */
export const needsSelection = (context: Context<unknown>): UnavailableReason | null =>
  needsModel(context) ?? (context.session.state.selected.length === 0 ? 'selection' : null)

/** A tool that is switched on and off. */
interface SwitchedTool {
  readonly isActive: boolean
  readonly start: () => void
  readonly stop: () => void
}

/** Switches a tool on or off; on wide screens its panel opens and closes with it. */
export function toggleTool(context: Context<SwitchedTool>, panel: string): void {
  if (context.control.isActive) stopTool(context, panel)
  else startTool(context, panel)
}

/** Switches a tool off; its panel gives way to the one before. */
export function stopTool({ session: { layout }, control }: Context<SwitchedTool>, panel: string): void {
  control.stop()
  layout.back(panel)
}

/** Switches a tool on, unless it is on. */
export function startTool({ session: { layout }, control }: Context<SwitchedTool>, panel: string): void {
  if (control.isActive) return
  control.start()
  if (layout.isCompact) layout.closeSheets()
  else layout.open(panel)
}
