import { smallPng, housePlan } from './write-w2d.js'
import { houses } from './write-hsf.js'
import { writeZip, type Parts } from '@kamar/codecs/zip/testing'

const page = 'com.autodesk.dwf.ePlot_1'
const model = 'com.autodesk.dwf.eModel_1'

const resource = (role: string, mime: string, href: string): string =>
  `<dwf:Resource role="${role}" mime="${mime}" href="${href}"/>`

const manifest = (at: string): string =>
  '<dwf:Manifest xmlns:dwf="DWF-Manifest:6.0" version="6.0"><dwf:Properties>' +
  '<dwf:Property name="SourceProductName" value="Fixture"/></dwf:Properties><dwf:Contents>' +
  `<dwf:Content href="${at}content.xml" contentId="c" mime="text/xml"/></dwf:Contents><dwf:Sections>` +
  `<dwf:Section type="com.autodesk.dwf.ePlot" name="${page}" title="Plan"><dwf:Toc>` +
  resource('descriptor', 'text/xml', `${at}${page}/descriptor.xml`) +
  `</dwf:Toc></dwf:Section><dwf:Section type="com.autodesk.dwf.eModel" name="${model}" title="Houses"><dwf:Toc>` +
  resource('descriptor', 'text/xml', `${at}${model}/descriptor.xml`) +
  '</dwf:Toc></dwf:Section></dwf:Sections></dwf:Manifest>'

const pageDescriptor = (graphics: string): string =>
  '<ePlot:Page xmlns:ePlot="DWF-ePlot:1.2" version="1.2" name="Ground floor" plotOrder="1">' +
  '<ePlot:Paper units="mm" width="297" height="210"/><ePlot:Properties>' +
  '<ePlot:Property name="Scale" value="1:50" category="Drawing"/></ePlot:Properties>' +
  `<ePlot:Resources>${graphics}</ePlot:Resources></ePlot:Page>`

const modelDescriptor = (at: string): string =>
  '<eModel:Space xmlns:eModel="DWF-eModel:1.0" version="1.0" name="Two houses" plotOrder="2"><eModel:Units type="m"/>' +
  '<eModel:Resources>' +
  `<eModel:GraphicResource role="3d streaming graphics" mime="application/x-w3d" href="${at}${model}/houses.w3d"/>` +
  `<eModel:Resource role="content definition" mime="text/xml" href="${at}${model}/instances.xml"/>` +
  `<eModel:Resource role="content presentation" mime="text/xml" href="${at}${model}/tree.xml"/>` +
  '</eModel:Resources></eModel:Space>'

const content =
  '<dwf:Content xmlns:dwf="DWF-Content:1.0"><dwf:Entities><dwf:Entity id="e" label="House">' +
  '<dwf:Property name="Floors" value="1" category="Size"/></dwf:Entity></dwf:Entities><dwf:Objects>' +
  '<dwf:Object id="o1" label="First house" entityRef="e"><dwf:Property name="Number" value="12"/></dwf:Object>' +
  '<dwf:Object id="o2" label="Second house" entityRef="e"/></dwf:Objects></dwf:Content>'

const instances =
  '<dwf:SectionContent xmlns:dwf="DWF-ContentResource:1.0"><dwf:Instances>' +
  '<dwf:Instance id="i1" renderableRef="o1" node="2"/><dwf:Instance id="i2" renderableRef="o2" node="3"/>' +
  '</dwf:Instances></dwf:SectionContent>'

const tree =
  '<ContentPresentation version="1.0"><Presentations><Presentation id="p"><Views><View id="v"><Nodes>' +
  '<Node id="n" label="Street"><Nodes><ReferenceNode contentElementRefs="o1" id="n1" label="No. 12"/>' +
  '<ReferenceNode contentElementRefs="o2" id="n2"/></Nodes></Node></Nodes></View></Views></Presentation></Presentations>' +
  '</ContentPresentation>'

const modelParts = (at: string): Parts => ({
  [`${at}content.xml`]: content,
  [`${at}${model}/descriptor.xml`]: modelDescriptor(`${at === '' ? '' : '/'}${at}`),
  [`${at}${model}/instances.xml`]: instances,
  [`${at}${model}/tree.xml`]: tree,
  [`${at}${model}/houses.w3d`]: houses(),
})

/** Writes a DWF 6 of a plan and a model; both streams can be replaced. */
export function writeDwf({ flags = 0, plan = housePlan(), model: stream = houses() } = {}): Uint8Array {
  const graphics = `<ePlot:GraphicResource role="2d streaming graphics" mime="application/x-w2d" href="${page}\\plan.w2d" transform="0.01 0 0 0 0 0.01 0 0 0 0 1 0 10 20 0 1"/>`
  const parts = {
    'manifest.xml': manifest(''),
    [`${page}\\descriptor.xml`]: pageDescriptor(graphics),
    [`${page}\\plan.w2d`]: plan,
    ...modelParts(''),
    [`${model}/houses.w3d`]: stream,
  }
  return writeZip(parts, { mark: '(DWF V06.00)', flags })
}

const fixedPage =
  '<FixedPage xmlns="http://schemas.microsoft.com/xps/2005/06" xmlns:x="http://schemas.microsoft.com/xps/2005/06/resourcedictionary-key" Width="1122.52" Height="793.7">' +
  '<FixedPage.Resources><ResourceDictionary><SolidColorBrush x:Key="ink" Color="#FF0000FF"/></ResourceDictionary></FixedPage.Resources>' +
  '<Canvas RenderTransform="2,0,0,2,10,20" Clip="M0,0 L200,0 200,200 0,200 z"><Path Name="P_1" Data="M 0,0 L 100,0 100,50 0,50 Z" Stroke="#000000" StrokeThickness="2" StrokeDashArray="3 1"/>' +
  '<Path Name="P_2" Data="F1 M 10,10 h 20 v 20 h -20 z M 15,15 v 10 h 10 v -10 z" Fill="{StaticResource ink}" Opacity="0.5"/>' +
  '<Path Name="P_3" Data="M 40,10 C 50,0 60,0 70,10 A 15,15 0 0 1 40,10"><Path.Fill><LinearGradientBrush StartPoint="40,0" EndPoint="70,0"><LinearGradientBrush.GradientStops>' +
  '<GradientStop Offset="0" Color="#FFFF0000"/><GradientStop Offset="1" Color="#FF00FF00"/></LinearGradientBrush.GradientStops></LinearGradientBrush></Path.Fill></Path></Canvas>' +
  '<Path Data="M 500,100 h 100 v 100 h -100 z"><Path.Fill><ImageBrush ImageSource="picture.png" Viewbox="0,0,2,2" Viewport="500,100,100,100" ViewboxUnits="Absolute" ViewportUnits="Absolute"/></Path.Fill></Path>' +
  '<Glyphs OriginX="100" OriginY="300" FontRenderingEmSize="20" FontUri="/Resources/missing.odttf" UnicodeString="Kitchen" Fill="#FF000000"/></FixedPage>'

const extension =
  '<W2X VersionMajor="7" NamePrefix="P_"><RenditionSync refName="P_1"><Layer Name="Walls" Number="1"/></RenditionSync>' +
  '<RenditionSync refName="P_2"><Layer Name="Columns" Number="2"/></RenditionSync><RenditionSync refName="P_3"><Layer Number="1"/></RenditionSync></W2X>'

/** Writes a DWFx of the same model and one additional page. */
export function writeDwfx(): Uint8Array {
  const at = 'dwf/documents/1/'
  const graphics =
    `<ePlot:GraphicResource role="2d streaming graphics" mime="application/vnd.adsk-package.dwfx-fixedpage+xml" href="/${at}${page}/FixedPage.fpage?r_1"/>` +
    `<ePlot:Resource role="2d graphics extension" mime="text/xml" href="/${at}${page}/w2x.xml"/>`
  return writeZip({
    '_rels/.rels': '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"/>',
    'FixedDocumentSequence.fdseq': '<FixedDocumentSequence/>',
    [`${at}manifest.xml`]: manifest(`/${at}`),
    [`${at}${page}/descriptor.xml`]: pageDescriptor(graphics),
    [`${at}${page}/FixedPage.fpage`]: fixedPage,
    [`${at}${page}/picture.png`]: smallPng(),
    [`${at}${page}/w2x.xml`]: extension,
    ...modelParts(at),
  })
}
