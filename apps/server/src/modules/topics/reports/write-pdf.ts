import { createRequire } from 'node:module'
// oxlint-disable-next-line import/no-named-as-default -- the types know only the default
import PDFDocument from 'pdfkit'
import { type ReportMessages, fillText } from './report-text.js'
import type { ReportColumn, ReportHeading, ReportTopic } from './report-topic.js'

/** One font for Latin, Cyrillic and Armenian: a report may have them all in one line. */
const { resolve } = createRequire(import.meta.url)
const fonts = {
  regular: resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
} as const

const marginPoints = 42
const footerPoints = 24
const imageHeightPoints = 170
const gapPoints = 8
const colors = { text: '#1f1d1a', muted: '#6b655c', line: '#d9d3c8' } as const
const fields: readonly ReportColumn[] = [
  'status',
  'assignee',
  'priority',
  'due',
  'type',
  'labels',
  'file',
  'project',
  'place',
  'storey',
  'author',
  'created',
  'changed',
]

type Pdf = InstanceType<typeof PDFDocument>

/** Writes topics as a PDF of A4 pages with their pictures; calls `onWritten` after each. */
export async function writePdf(
  topics: readonly ReportTopic[],
  heading: ReportHeading,
  onWritten: () => void = () => undefined,
): Promise<Uint8Array> {
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: marginPoints, left: marginPoints, right: marginPoints, bottom: marginPoints + footerPoints },
    bufferPages: true,
    font: fonts.regular,
    info: { Title: heading.messages.title, Creator: 'Kamar' },
  })
  pdf.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold)
  const chunks: Uint8Array[] = []
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    pdf.on('end', resolve)
    pdf.on('error', reject)
  })
  writeHeading(pdf, topics.length, heading)
  for (const topic of topics) {
    writeTopic(pdf, topic, heading.messages)
    onWritten()
  }
  writeFooters(pdf, heading)
  pdf.end()
  await ended
  return Buffer.concat(chunks)
}

function writeHeading(pdf: Pdf, count: number, { messages, time }: ReportHeading): void {
  pdf.font('bold').fontSize(18).fillColor(colors.text).text(messages.title)
  const summary = `${fillText(messages.count, { count })} · ${fillText(messages.created, { time })}`
  pdf.font('regular').fontSize(9).fillColor(colors.muted).text(summary)
  pdf.moveDown(1)
}

function writeTopic(pdf: Pdf, { comments, images, number, values }: ReportTopic, messages: ReportMessages): void {
  // The title stays with the first lines of its topic.
  startSection(pdf, 110)
  writeLine(pdf)
  pdf.font('bold').fontSize(12).fillColor(colors.text).text(`#${number} ${values.title}`, { paragraphGap: 4 })
  writeFields(pdf, values, messages)
  if (values.description !== '') writeParagraph(pdf, values.description)
  writeImages(pdf, images)
  if (comments.length > 0) {
    startSection(pdf, 30)
    pdf.font('bold').fontSize(9).fillColor(colors.text).text(messages.comments, { paragraphGap: 2 })
  }
  for (const { author, text, time } of comments) {
    startSection(pdf, 26)
    pdf.font('regular').fontSize(8).fillColor(colors.muted).text(`${author} · ${time}`)
    writeParagraph(pdf, text)
  }
  pdf.moveDown(0.8)
}

/** Begins a new page unless this height is free. */
function startSection(pdf: Pdf, heightPoints: number): void {
  if (pdf.y + heightPoints > pdf.page.maxY()) pdf.addPage()
  pdf.x = marginPoints
}

function writeLine(pdf: Pdf): void {
  const { width } = pdf.page
  pdf
    .moveTo(marginPoints, pdf.y)
    .lineTo(width - marginPoints, pdf.y)
    .lineWidth(0.7)
    .stroke(colors.line)
  pdf.y += 6
}

/** Writes the fields with a value in two columns. */
function writeFields(pdf: Pdf, values: ReportTopic['values'], messages: ReportMessages): void {
  const filled = fields.filter((field) => values[field] !== '')
  const columnWidth = (pdf.page.width - 2 * marginPoints - gapPoints) / 2
  for (let index = 0; index < filled.length; index += 2) {
    const pair = filled.slice(index, index + 2).map((field) => `${messages.column[field]}: ${values[field]}`)
    pdf.font('regular').fontSize(8.5).fillColor(colors.text)
    const height = Math.max(...pair.map((text) => pdf.heightOfString(text, { width: columnWidth })))
    startSection(pdf, height)
    const top = pdf.y
    for (const [column, text] of pair.entries()) {
      pdf.text(text, marginPoints + column * (columnWidth + gapPoints), top, { width: columnWidth })
    }
    pdf.x = marginPoints
    pdf.y = top + height + 1
  }
  pdf.y += 3
}

function writeParagraph(pdf: Pdf, text: string): void {
  pdf.font('regular').fontSize(9.5).fillColor(colors.text).text(text, marginPoints, pdf.y, { paragraphGap: 4 })
}

/** Writes pictures in two columns of equal height. */
function writeImages(pdf: Pdf, images: readonly Uint8Array[]): void {
  const width = (pdf.page.width - 2 * marginPoints - gapPoints) / 2
  for (let index = 0; index < images.length; index += 2) {
    startSection(pdf, imageHeightPoints + gapPoints)
    const top = pdf.y
    for (const [column, image] of images.slice(index, index + 2).entries()) {
      pdf.image(Buffer.from(image), marginPoints + column * (width + gapPoints), top, {
        fit: [width, imageHeightPoints],
      })
    }
    pdf.x = marginPoints
    pdf.y = top + imageHeightPoints + gapPoints
  }
}

function writeFooters(pdf: Pdf, { messages }: ReportHeading): void {
  const { count, start } = pdf.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    pdf.switchToPage(page)
    const { height, margins, width } = pdf.page
    // Text in the margin would otherwise begin a new page.
    margins.bottom = 0
    const text = fillText(messages.page, { page: page + 1, pages: count })
    const options = { width: width - 2 * marginPoints, align: 'right', lineBreak: false } as const
    pdf.font('regular').fontSize(8).fillColor(colors.muted)
    pdf.text(text, marginPoints, height - marginPoints, options)
  }
}
