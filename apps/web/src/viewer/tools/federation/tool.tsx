import { Combine } from 'lucide-react'
import { lazy } from 'react'
import { Button } from '../../../platform/design/button.js'
import { type Context, defineTool } from '../../kit/tool.js'
import { descriptor } from './descriptor.js'
import type { Federation } from './use-federation.js'
import { companionParameter } from './use-models-of-address.js'
import { usePageFederation } from './use-page-federation.js'

const FederationPanel = lazy(async () => ({ default: (await import('./federation-panel.js')).FederationPanel }))

type FederationContext = Context<Federation>

const panel = 'together'

/** Several models in one view. */
export const tool = defineTool({
  descriptor,
  useControl: (session) => usePageFederation(session, session.layout.isOpen(panel)),
  firstPanel: (search, { isNarrow }) =>
    !isNarrow && (search.has('set') || search.has(companionParameter)) ? panel : null,
  chips: ({ control: { members, movedKeys, run }, t }: FederationContext) =>
    members
      .filter(({ key }) => movedKeys.includes(key))
      .map(({ key, label }) => ({
        id: `moved-${key}`,
        text: t('chips.moved', { name: label }),
        remove: () => run((models) => models.resetPlacement(key)),
      })),
  actions: { together: { run: ({ session }: FederationContext) => session.layout.toggle(panel) } },
  views: [
    {
      id: panel,
      slot: 'panel',
      order: 20,
      title: 'together.title',
      icon: Combine,
      rail: true,
      content: {
        component: ({ control, session: { access, model } }: FederationContext) => (
          <FederationPanel
            model={model}
            federation={control}
            projectId={access.file?.sharing?.projectId ?? null}
            openName={access.name}
          />
        ),
      },
    },
    {
      id: 'together.open',
      slot: 'in:models',
      order: 10,
      when: ({ session }: FederationContext) => session.model.manifest !== null,
      content: {
        component: ({ session, t }: FederationContext) => (
          <div className="shrink-0 border-t border-line p-2">
            <Button size="small" className="w-full" icon={<Combine />} onClick={() => session.layout.open(panel)}>
              {t('together.open')}
            </Button>
          </div>
        ),
      },
    },
  ],
})
