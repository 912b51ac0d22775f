import type { GroupReference, MemberRole, ProjectGroup, ProjectPeople } from '@kamar/contracts'
import { Plus } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../platform/design/button.js'
import { FormError } from '../../../platform/design/fields/form-error.js'
import { inputClass } from '../../../platform/design/fields/text-field.js'
import { MemberRoleSelect } from '../../../platform/sharing/invite-form.js'
import { Section } from '../../../platform/shell/settings-shell.js'
import { useAsyncAction } from '../../../platform/use-async-action.js'
import { SeesButton } from './member-section.js'
import { SubjectRole } from './subject-role.js'
import { SubjectRow } from './subject-row.js'
import { useAvailableGroups, useMemberCalls } from './use-project-members.js'

/** Lists the groups and firms of a project with their members; owners add others. */
export function GroupSection({ projectMembers }: { readonly projectMembers: ProjectPeople }) {
  const { t } = useTranslation()
  const { groups, mayShare, project } = projectMembers
  return (
    <Section title={t('members.groups')} hint={t('members.groupsHint')}>
      {groups.length > 0 ? (
        <ul className="-mt-2.5 divide-y divide-line/60">
          {groups.map((group) => (
            <GroupRow key={group.id} projectId={project.id} {...{ group, mayShare }} />
          ))}
        </ul>
      ) : null}
      {mayShare ? <AddGroupForm projectId={project.id} /> : null}
    </Section>
  )
}

interface GroupRowProps {
  readonly projectId: string
  readonly group: ProjectGroup
  readonly mayShare: boolean
}

function GroupRow({ group, mayShare, projectId }: GroupRowProps) {
  const { t } = useTranslation()
  const { id, kind, members, name, role } = group
  const summary = `${t(`folders.permissions.${kind}`)} · ${t('projects.people', { count: members })}`
  const note =
    members === 0 ? (
      summary
    ) : (
      <details>
        <summary className="cursor-pointer pointer-coarse:py-2.5">{summary}</summary>
        <ul className="mt-1">
          {group.people.map((account) => (
            <li key={account.id} className="flex min-h-8 items-center gap-1">
              <span className="wrap-anywhere">{account.name}</span>
              {mayShare && account.id !== null ? (
                <SeesButton account={{ id: account.id, name: account.name }} projectId={projectId} />
              ) : null}
            </li>
          ))}
        </ul>
      </details>
    )
  return (
    <SubjectRow {...{ kind, name, note }}>
      {mayShare ? (
        <SubjectRole {...{ projectId, role, subject: { kind: 'group', id, name } }} />
      ) : (
        <span className="px-2 text-13 text-muted">{t(`share.roles.${role}`)}</span>
      )}
    </SubjectRow>
  )
}

function AddGroupForm({ projectId }: { readonly projectId: string }) {
  const { t } = useTranslation()
  const { data: groups } = useAvailableGroups(projectId)
  if (!groups) return null
  if (groups.length === 0) return <p className="mt-2 text-13 text-muted first:mt-0">{t('members.noGroups')}</p>
  return <GroupFields {...{ groups, projectId }} />
}

interface GroupFieldsProps {
  readonly projectId: string
  readonly groups: readonly GroupReference[]
}

function GroupFields({ groups, projectId }: GroupFieldsProps) {
  const { t } = useTranslation()
  const id = useId()
  const calls = useMemberCalls(projectId)
  const [groupId, setGroupId] = useState('')
  const [role, setRole] = useState<MemberRole>('viewer')
  const { begin, busy, error } = useAsyncAction({ inPlace: true })
  const chosenGroup = groups.find((group) => group.id === groupId)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!chosenGroup) return
    begin(async () => {
      await calls.changeRole({ kind: 'group', id: chosenGroup.id, name: chosenGroup.name }, role)
      setGroupId('')
    })
  }
  return (
    <form onSubmit={submit} className="mt-2 first:mt-0">
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-48 grow basis-48">
          <label htmlFor={id} className="mb-1.5 block text-13 font-medium">
            {t('members.addGroup')}
          </label>
          <select
            id={id}
            value={chosenGroup?.id ?? ''}
            onChange={(event) => setGroupId(event.currentTarget.value)}
            className={`${inputClass} pointer-coarse:min-h-11`}
          >
            <option value="">{t('members.chooseGroup')}</option>
            {groups.map((group) => (
              <option key={group.id} value={group.id}>
                {`${group.name} – ${t(`folders.permissions.${group.kind}`)}, ${t('projects.people', { count: group.members })}`}
              </option>
            ))}
          </select>
        </div>
        <label className="grow text-13 font-medium sm:grow-0">
          {t('share.role')}
          <MemberRoleSelect value={role} onChange={setRole} className="mt-1.5 pointer-coarse:min-h-11" />
        </label>
        <Button
          type="submit"
          icon={<Plus />}
          busy={busy}
          disabled={busy || !chosenGroup}
          className="h-11 grow sm:h-10 sm:grow-0"
        >
          {t('members.add')}
        </Button>
      </div>
      <FormError text={error} />
    </form>
  )
}
