import { createContext, use } from 'react'
import { type Context, isOnSurface, type Tool, type View } from './tool.js'

/** Tools of the page. */
export const ToolsContext = createContext<readonly Tool[]>([])

/** A view that is offered now, with what its tool is given. */
export interface OfferedView<Offered extends View = View> {
  readonly view: Offered
  readonly tool: Tool
  readonly context: Context<unknown>
}

/** The kinds of view that fit in a slot. */
type ViewIn<Slot, Candidate = View> = Candidate extends { readonly slot: infer Accepted }
  ? Slot extends Accepted
    ? Candidate
    : never
  : never

/** Returns the offered views of a slot, in order. */
export function useViews<Slot extends View['slot']>(slot: Slot): readonly OfferedView<ViewIn<Slot>>[] {
  return use(ToolsContext)
    .flatMap((tool) => {
      const context = use(tool.context)
      return (tool.views ?? []).flatMap((view) =>
        context && view.slot === slot && isOnSurface(tool, view, context.session) && (view.when?.(context) ?? true)
          ? [{ view: view as ViewIn<Slot>, tool, context }]
          : [],
      )
    })
    .sort((one, other) => one.view.order - other.view.order)
}
