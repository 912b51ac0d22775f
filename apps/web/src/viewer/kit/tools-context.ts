import { createContext, use } from 'react'
import { useTranslation } from 'react-i18next'
import { useObservable } from '../../platform/observable.js'
import { useViewerSession } from '../session/session.js'
import { type Context, isOnSurface, type ShownTool, type Tool, type View } from './tool.js'

/** Tools of the page. */
export const ToolsContext = createContext<readonly Tool[]>([])

/** A tool with what its parts are given. */
export interface OfferedTool {
  readonly tool: ShownTool
  readonly context: Context<unknown>
}

/** Returns the tools that extensions added. */
export function useAddedTools(): readonly OfferedTool[] {
  const session = useViewerSession()
  const { t } = useTranslation()
  const context = { session, control: null, t }
  return useObservable(session.addedTools).map((tool) => ({ tool, context }))
}

/** Returns all tools of the page, in order; those that extensions added come last. */
export function useTools(): readonly OfferedTool[] {
  const ownTools = use(ToolsContext).flatMap((tool) => {
    const context = use(tool.context)
    return context ? [{ tool, context }] : []
  })
  return [...ownTools, ...useAddedTools()]
}

/** A view that is offered now, with what its tool is given. */
export interface OfferedView<Offered extends View = View> extends OfferedTool {
  readonly view: Offered
}

/** The kinds of view that fit in a slot. */
type ViewIn<Slot, Candidate = View> = Candidate extends { readonly slot: infer Accepted }
  ? Slot extends Accepted
    ? Candidate
    : never
  : never

/** Returns the offered views of a slot, in order. */
export function useViews<Slot extends View['slot']>(slot: Slot): readonly OfferedView<ViewIn<Slot>>[] {
  return useTools()
    .flatMap(({ tool, context }) =>
      (tool.views ?? []).flatMap((view) =>
        view.slot === slot && isOnSurface(tool, view, context.session) && (view.when?.(context) ?? true)
          ? [{ view: view as ViewIn<Slot>, tool, context }]
          : [],
      ),
    )
    .sort((one, other) => one.view.order - other.view.order)
}

/** Returns whether models and sheets share a view. */
export const isShared = ({ tool, view }: Pick<OfferedView, 'tool' | 'view'>): boolean =>
  (view.surface ?? tool.descriptor.surface) === 'both'
