import { Tabs } from 'radix-ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFileCount } from '../../../platform/files/use-files.js'
import { Slot } from '../../kit/slot.js'
import { ExamplesTab } from './examples-tab.js'
import { ModelFilesTab } from './model-files-tab.js'
import { UploadTab } from './upload-tab.js'

const tabs = ['upload', 'files', 'examples'] as const
export type ModelsTab = (typeof tabs)[number]
const labels = { upload: 'viewer.tabUpload', files: 'viewer.tabFiles', examples: 'viewer.tabExamples' } as const

interface ModelsPanelProps {
  readonly openUrn: string | null
  readonly onOpen: (urn: string) => void
}

/** Renders the sidebar: upload, the account's files with their number, and examples. */
export function ModelsPanel({ openUrn, onOpen }: ModelsPanelProps) {
  const { t } = useTranslation()
  const [tab, setTab] = useState<ModelsTab>('files')
  const count = useFileCount().total
  return (
    <Tabs.Root value={tab} onValueChange={(next) => setTab(next as ModelsTab)} className="flex min-h-0 grow flex-col">
      <Tabs.List aria-label={t('viewer.models')} className="flex shrink-0 gap-1 border-b border-line px-2">
        {tabs.map((name) => (
          <Tabs.Trigger
            key={name}
            value={name}
            className="-mb-px flex h-10 min-w-0 pointer-coarse:h-11 items-center gap-1.5 border-b-2 border-transparent px-2 text-13 text-muted hover:text-text data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-text"
          >
            <span className="truncate">{t(labels[name])}</span>
            {name === 'files' && count > 0 ? (
              <span className="rounded-full bg-sunken px-1.5 text-12 text-text tabular-nums">{count}</span>
            ) : null}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content value="upload" className="min-h-0 grow overflow-y-auto p-3">
        <UploadTab />
      </Tabs.Content>
      <Tabs.Content value="files" className="flex min-h-0 grow flex-col">
        <ModelFilesTab openUrn={openUrn} onOpen={onOpen} />
      </Tabs.Content>
      <Tabs.Content value="examples" className="min-h-0 grow overflow-y-auto">
        <ExamplesTab openUrn={openUrn} onOpen={onOpen} />
      </Tabs.Content>
      <Slot name="in:models" />
    </Tabs.Root>
  )
}
