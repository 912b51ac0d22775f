import { readFileSync } from 'node:fs'
import { readBcf } from '@kamar/bcf'
import { collaborationLimits as limits, type Topic, TopicReportEvent, topicReportStream } from '@kamar/contracts'
import { sql } from 'kysely'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, it } from 'vitest'
import { sendFile } from '../../../testing/form-with.js'
import { eachWithTeam, type Team, withNewFile } from '../../../testing/team.js'
import { sidewaysPhoto } from '../../../testing/test-images.js'
import { bearer, type TestServer } from '../../../testing/test-server.js'
import { translateLocally } from '../../../testing/translated.js'
import { formatTopicsFileName } from './report-service.js'
import { writeCsv } from './write-csv.js'
import { reportMessages } from './report-text.js'
import { reportColumns, type ReportTopic } from './report-topic.js'

let server: TestServer
let team: Team
eachWithTeam((nextServer, nextTeam) => {
  server = nextServer
  team = nextTeam
})

const open = async (form: object = {}, of = team): Promise<Topic> => {
  const { json } = await server.inject({
    method: 'POST',
    url: `/api/auth/my-urns/${of.file.id}/topics`,
    headers: bearer(of.owner),
    payload: { title: 'A crack', ...form },
  })
  return json()
}
const addPhoto = async (topic: Topic): Promise<void> => {
  const address = `/api/auth/my-urns/${team.file.id}/topics/${topic.id}/attachments`
  await server.inject(sendFile(team.owner, address, await sidewaysPhoto(300, 200), 'crack.jpg'))
}
const report = (form: object, { by = team.viewer, language = 'en' } = {}) =>
  server.inject({
    method: 'POST',
    url: '/api/auth/topics/report',
    headers: { ...bearer(by), 'accept-language': language },
    payload: form,
  })
const ofFile = () => ({ query: { file: team.file.id, sort: 'number' } })
const readPdf = async (bytes: Buffer): Promise<string> => {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
  return text
}

describe('PDF report', () => {
  it('has fields, description, comments and pictures of every topic, in all three scripts', async () => {
    const topic = await open({ title: 'Ճաք պատում', description: 'Трещина в стене', dueDate: '2026-12-24' })
    await addPhoto(topic)
    await server.inject({
      method: 'POST',
      url: `/api/auth/my-urns/${team.file.id}/topics/${topic.id}/comments`,
      headers: bearer(team.editor),
      payload: { text: 'Grind it open' },
    })
    await open({ title: 'Second' })
    const response = await report({ format: 'pdf', ...ofFile() })
    expect(response.headers['content-disposition']).toMatch(/filename="house issues \d{4}-\d\d-\d\d\.pdf"/)
    const text = await readPdf(response.rawPayload)
    for (const part of ['#1 Ճաք պատում', 'Трещина в стене', 'Due date: 2026-12-24', 'Grind it open', '#2 Second'])
      expect(text).toContain(part)
    expect(response.rawPayload.toString('latin1').split('/Subtype /Image')).toHaveLength(2)
  })

  it('has its headings in the language of the request', async () => {
    await open({ status: 'In Progress' })
    const armenian = await readPdf((await report({ format: 'pdf', ...ofFile() }, { language: 'hy' })).rawPayload)
    expect(armenian).toContain(reportMessages.hy.title)
    expect(armenian).toContain(reportMessages.hy.word['In Progress'])
  })

  it('is refused for more topics than fit', async () => {
    await sql`
      insert into topic (id, file_id, guid, number, title, search_text, author_name, changed_by_name)
      select gen_random_uuid(), ${team.file.id}, 'g' || n, n, 't', 't', 'a', 'a'
      from generate_series(1, ${limits.topicsPerPdf + 1}) as n`.execute(server.services.database)
    expect((await report({ format: 'pdf', ...ofFile() })).json()).toMatchObject({
      code: 'too-many',
      details: { most: limits.topicsPerPdf },
    })
  })
})

describe('report as a table', () => {
  it('is CSV that no program runs as formulas', async () => {
    await open({ title: '=HYPERLINK("http://evil")', description: 'two\nlines, "quoted"' })
    const { body } = await report({ format: 'csv', ...ofFile() })
    const [heading, row] = body.replace('\uFEFF', '').split('\r\n')
    expect(heading?.split(',').slice(0, 3)).toEqual(['Number', 'Title', 'Status'])
    expect(row).toContain(`"'=HYPERLINK(""http://evil"")"`)
    expect(row).toContain('"two\nlines, ""quoted"""')
  })

  it.each(['+1', '-1', '@a', '\tx'])('escapes a cell that begins with %j', (title) => {
    const values = Object.fromEntries(reportColumns.map((column) => [column, title])) as ReportTopic['values']
    const csv = writeCsv([{ number: 1, values, comments: [], images: [] }], { messages: reportMessages.en, time: '' })
    expect(Buffer.from(csv).toString()).toContain(`,'${title},`)
  })

  it('is a workbook whose cells are texts', async () => {
    await open({ title: '=1+1' })
    const { rawPayload, headers } = await report({ format: 'xlsx', ...ofFile() })
    expect(headers['content-disposition']).toContain('.xlsx')
    expect(rawPayload.toString('latin1', 0, 2)).toBe('PK')
    expect(rawPayload.includes('<f>')).toBe(false)
  })
})

describe('storey of the element of a topic', () => {
  const readCells = async (): Promise<string[][]> => {
    const { body } = await report({ format: 'csv', ...ofFile() })
    return body.split('\r\n').map((line) => line.split(','))
  }
  const getStoreys = (rows: readonly string[][]): (string | undefined)[] => {
    const column = rows[0]?.indexOf('Storey') ?? -1
    return rows.slice(1, -1).map((cells) => cells[column])
  }
  const anchor = (sourceId: string | null) => ({ point: [0, 0, 0], normal: null, sourceId })

  it('is a column, from the newest version of the model', async () => {
    const content = readFileSync(
      new URL('../../../../../../packages/formats/src/ifc/fixtures/house.ifc', import.meta.url),
    )
    const translations = await server.services.database.selectFrom('translation').select('id').execute()
    for (const { id } of translations)
      await translateLocally(server, { translationId: id, fileName: 'house.ifc', content })
    const [, wall] = /IFCWALL\('([^']{22})'/.exec(content.toString()) ?? []
    for (const id of [wall ?? '', 'unknown', null]) await open({ anchor: anchor(id) })
    const [storey, ...others] = getStoreys(await readCells())
    expect(storey).toMatch(/\S/)
    expect(content.toString()).toContain('IFCBUILDINGSTOREY')
    expect(others).toEqual(['', ''])
  })

  it('is empty while the model has no tree', async () => {
    await open({ anchor: anchor('1') })
    expect(getStoreys(await readCells())).toEqual([''])
  })
})

describe('streamed report', () => {
  const follow = (form: object) =>
    server.inject({
      method: 'POST',
      url: '/api/auth/topics/report',
      headers: { ...bearer(team.viewer), accept: topicReportStream },
      payload: form,
    })
  /** Splits the response into its lines and the bytes of the file. */
  const split = (payload: Buffer) => {
    const events: TopicReportEvent[] = []
    let at = 0
    for (;;) {
      const end = payload.indexOf('\n', at)
      const event = TopicReportEvent.parse(JSON.parse(payload.toString('utf8', at, end)))
      events.push(event)
      at = end + 1
      if (!('percent' in event)) return { events, content: payload.subarray(at) }
    }
  }

  it('reports rising percentages, then the name and the bytes of the file', async () => {
    for (const title of ['A', 'B', 'C']) await open({ title })
    const { rawPayload } = await follow({ format: 'pdf', ...ofFile() })
    const { content, events } = split(rawPayload)
    const percents = events.flatMap((event) => ('percent' in event ? [event.percent] : []))
    expect(percents).toEqual([...percents].sort((a, b) => a - b))
    expect(new Set(percents).size).toBeGreaterThan(3)
    expect(events.at(-1)).toEqual({ file: { name: expect.stringMatching(/\.pdf$/) as string, bytes: content.length } })
    expect(content.toString('latin1', 0, 5)).toBe('%PDF-')
  })

  it('ends with the error and its code', async () => {
    await sql`
      insert into topic (id, file_id, guid, number, title, search_text, author_name, changed_by_name)
      select gen_random_uuid(), ${team.file.id}, 'g' || n, n, 't', 't', 'a', 'a'
      from generate_series(1, ${limits.topicsPerPdf + 1}) as n`.execute(server.services.database)
    const { events } = split((await follow({ format: 'pdf', ...ofFile() })).rawPayload)
    expect(events).toMatchObject([{ error: { code: 'too-many' } }])
  })
})

describe('BCF of several files', () => {
  it('contains the chosen topics of all of them', async () => {
    const other = await withNewFile(server, team, 'roof.stl')
    const [first, second] = [await open({ title: 'House' }), await open({ title: 'Roof' }, other)]
    await open({ title: 'Neither' })
    const response = await report({ format: 'bcf', topics: [first.id, second.id] })
    const archive = await readBcf(response.rawPayload)
    expect(archive.topics.map(({ files, title }) => [title, files])).toEqual([
      ['House', [team.file.description]],
      ['Roof', ['roof.stl']],
    ])
    expect(response.headers['content-disposition']).toMatch(/filename="issues \d{4}-\d\d-\d\d\.bcfzip"/)
  })

  it('omits topics of files that the caller may not see', async () => {
    const topic = await open()
    const archive = await readBcf(
      (await report({ format: 'bcf', topics: [topic.id] }, { by: team.outsider })).rawPayload,
    )
    expect(archive.topics).toEqual([])
  })
})

describe('request of a report', () => {
  it.each([{}, { format: 'doc' }, { format: 'pdf', topics: [] }, { format: 'pdf', query: { sort: 'x' } }])(
    'is refused for %j',
    async (form) => {
      expect((await report(form)).json()).toMatchObject({ code: 'invalid-input' })
    },
  )

  it('names the file and the day', () => {
    const day = new Date('2026-11-28T10:00:00Z')
    expect(formatTopicsFileName('Duplex_A.ifc', 'en', day)).toBe('Duplex_A issues 2026-11-28')
    expect(formatTopicsFileName('', 'es', day)).toBe('incidencias 2026-11-28')
  })
})
