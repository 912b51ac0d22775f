import { type ReactNode, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type CommandStates, useCommandKeys, useCommands } from '../../platform/commands/commands.js'
import { useObservable } from '../../platform/observable.js'
import { isOnSurface, type Tool } from '../kit/tool.js'
import { type OfferedTool, useAddedTools } from '../kit/tools-context.js'
import { setStateMappers } from '../kit/viewpoints/tool-coordinates.js'
import { useActivity } from '../session/activities.js'
import { useViewerSession } from '../session/session.js'

/** Runs the tools of the page; a change of one re-renders only what shows its state. */
export function ToolHosts({ tools, children }: { readonly tools: readonly Tool[]; readonly children: ReactNode }) {
  useKeys()
  useStateMappers(tools)
  return tools.reduceRight<ReactNode>(
    (inner, tool) => (
      <ToolHost key={tool.descriptor.id} tool={tool}>
        {inner}
      </ToolHost>
    ),
    <>
      {children}
      {useAddedTools().map((added) => (
        <AddedToolHost key={added.tool.descriptor.id} {...added} />
      ))}
    </>,
  )
}

/** Lets views be saved and shown with the states of the tools. */
function useStateMappers(tools: readonly Tool[]): void {
  const { viewer } = useViewerSession()
  useEffect(
    () => (viewer ? setStateMappers(viewer, Object.assign({}, ...tools.map((tool) => tool.stateMappers))) : undefined),
    [viewer, tools],
  )
}

function ToolHost({ tool, children }: { readonly tool: Tool; readonly children: ReactNode }) {
  const session = useViewerSession()
  const { t } = useTranslation()
  // oxlint-disable-next-line react/hooks -- a host keeps its tool
  const control = tool.useControl(session)
  const context = useMemo(() => ({ session, control, t }), [session, control, t])
  useHosted({ tool, context })
  return <tool.context value={context}>{children}</tool.context>
}

/** Runs a tool that an extension added. It surrounds nothing, so that the page is not rendered anew with it. */
function AddedToolHost(added: OfferedTool) {
  useHosted(added)
  return null
}

/** Provides the commands of a tool, and publishes what it does with the pointer. */
function useHosted({ tool, context }: OfferedTool): void {
  const { activities } = context.session
  const { id } = tool.descriptor
  const isBlocked = [...useObservable(activities)].some(([other, { group }]) => group === 'draw' && other !== id)
  useActivity(activities, id, tool.activity?.(context) ?? null)
  useCommands(createStates({ tool, context }, isBlocked))
}

function createStates({ tool, context }: OfferedTool, isBlocked: boolean): CommandStates {
  const states = tool.descriptor.commands.flatMap((command) => {
    const { id, isAlwaysAvailable } = command
    const action = tool.actions[id]
    if (!action || !isOnSurface(tool, command, context.session) || action.when?.(context) === false) return []
    const unavailableReason = isBlocked && !isAlwaysAvailable ? 'drawing' : (action.disabled?.(context) ?? null)
    return [
      [
        id,
        { unavailableReason, run: (at?: Parameters<typeof action.run>[1]) => void action.run(context, at) },
      ] as const,
    ]
  })
  return Object.fromEntries(states)
}

const noKeys: ReadonlySet<string> = new Set()

/** Listens to the keys of all commands, except those that an activity reserves. */
function useKeys(): void {
  const { drawing, sheet, viewer, activities } = useViewerSession()
  const reserved = [...useObservable(activities).values()].find(({ reservedKeys }) => reservedKeys)?.reservedKeys
  useCommandKeys({ canvas: () => (drawing.isShown ? sheet : viewer)?.element ?? null, reserved: reserved ?? noKeys })
}
