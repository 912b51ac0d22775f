import type { GroupRecord } from '@kamar/contracts'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ContentDialog } from '../../../platform/design/dialog.js'
import { EmptyState } from '../../../platform/design/empty-state.js'
import { SubjectIcon } from '../../../platform/folders/folder-rules.js'
import { CardsSkeleton, LoadFailed } from '../../../platform/shell/page-states.js'
import { RecordList, RecordRow } from '../record-list.js'
import { GroupDialog } from './group-dialog.js'
import { GroupFields } from './group-fields.js'
import { useGroupCalls, useGroups } from './use-groups.js'

/** Lists groups and organizations; an administrator creates them and changes their members. */
export function GroupsTab() {
  const { t } = useTranslation()
  const { data, error, isError, refetch } = useGroups()
  const [isCreating, setCreating] = useState(false)
  const [openedId, setOpenedId] = useState<string | null>(null)
  if (isError && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <CardsSkeleton heightsPixels={[200]} />
  return (
    <>
      <RecordList
        hint={t('groups.hint')}
        create={t('groups.new')}
        onCreate={() => setCreating(true)}
        empty={
          <EmptyState icon={<Users size={20} />} title={t('groups.empty')}>
            {t('groups.emptyHint')}
          </EmptyState>
        }
      >
        {data.map((group) => (
          <GroupRow key={group.id} group={group} onOpen={() => setOpenedId(group.id)} />
        ))}
      </RecordList>
      {isCreating ? (
        <NewGroupDialog
          onClose={() => setCreating(false)}
          onCreated={(id) => {
            setCreating(false)
            setOpenedId(id)
          }}
        />
      ) : null}
      {openedId === null ? null : <GroupDialog id={openedId} onClose={() => setOpenedId(null)} />}
    </>
  )
}

function GroupRow({ group, onOpen }: { readonly group: GroupRecord; readonly onOpen: () => void }) {
  const { t } = useTranslation()
  const { code, kind, members, name, projects } = group
  const properties = [
    t(`groups.kinds.${kind}`),
    ...(code === '' ? [] : [code]),
    t('groups.people', { count: members }),
    ...(projects.length === 0 ? [] : [t('groups.projects', { count: projects.length })]),
  ]
  return (
    <RecordRow
      icon={<SubjectIcon {...{ kind, name }} />}
      name={name}
      details={properties.join(' · ')}
      onOpen={onOpen}
    />
  )
}

interface NewGroupDialogProps {
  readonly onClose: () => void
  readonly onCreated: (id: string) => void
}

function NewGroupDialog({ onClose, onCreated }: NewGroupDialogProps) {
  const { t } = useTranslation()
  const calls = useGroupCalls()
  return (
    <ContentDialog title={t('groups.new')} width="narrow" onClose={onClose}>
      <GroupFields
        confirm={t('groups.create')}
        onSubmit={async (form) => onCreated((await calls.create(form)).id)}
        onCancel={onClose}
      />
    </ContentDialog>
  )
}
