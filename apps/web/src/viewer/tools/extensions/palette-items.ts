import type { PaletteItem } from '@kamar/extensions'
import type { Context } from '../../kit/tool.js'
import { useAddedTools } from '../../kit/tools-context.js'

/** Returns the panels and buttons of the running extensions. */
export function usePaletteItems({ session, t }: Context<unknown>): readonly PaletteItem[] {
  const common = { note: t('extensions.title'), group: 'places' } as const
  return useAddedTools().flatMap(({ tool: { descriptor, actions, views = [] }, context }) => [
    ...views.flatMap((view) =>
      view.slot === 'floating' && view.when?.(context) !== false
        ? [
            {
              ...common,
              id: `panel-${view.id}`,
              name: t('commands.openPanel', { name: view.getTitle?.(context) }),
              run: () => session.layout.open(view.id),
            },
          ]
        : [],
    ),
    ...descriptor.commands.flatMap(({ id, text }) =>
      actions[id]?.when?.(context) === false || actions[id]?.disabled?.(context)
        ? []
        : [
            {
              ...common,
              id: `extension-${id}`,
              name: actions[id]?.text?.(context) ?? text,
              run: () => session.run(id),
            },
          ],
    ),
  ])
}
