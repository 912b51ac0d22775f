type Color = readonly [red: number, green: number, blue: number, opacity: number]

/** Default colour of glass; includes opacity. */
const glass: Color = [148, 196, 220, 0.42]

/**
 * Default colours by class: muted building materials, services in their customary colours, transparent glass and
 * spaces. sRGB 0–255, opacity 0–1.
 */
const classColors: Readonly<Record<string, Color>> = {
  IfcWall: [216, 208, 196, 1],
  IfcWallStandardCase: [216, 208, 196, 1],
  IfcWallElementedCase: [216, 208, 196, 1],
  IfcCurtainWall: [186, 198, 204, 1],
  IfcSlab: [186, 186, 184, 1],
  IfcRoof: [164, 108, 88, 1],
  IfcCovering: [206, 202, 194, 1],
  IfcWindow: glass,
  IfcDoor: [170, 128, 86, 1],
  IfcPlate: [160, 190, 205, 0.55],
  IfcColumn: [176, 174, 170, 1],
  IfcBeam: [156, 160, 166, 1],
  IfcMember: [140, 148, 156, 1],
  IfcFooting: [160, 156, 150, 1],
  IfcPile: [150, 146, 140, 1],
  IfcStair: [190, 180, 168, 1],
  IfcStairFlight: [190, 180, 168, 1],
  IfcRamp: [190, 180, 168, 1],
  IfcRampFlight: [190, 180, 168, 1],
  IfcRailing: [112, 118, 124, 1],
  IfcReinforcingBar: [150, 96, 72, 1],
  IfcReinforcingMesh: [150, 96, 72, 1],
  IfcFurnishingElement: [186, 152, 112, 1],
  IfcFurniture: [186, 152, 112, 1],
  IfcSystemFurnitureElement: [186, 152, 112, 1],
  IfcSpace: [122, 176, 214, 0.25],
  IfcOpeningElement: [214, 150, 122, 0.25],
  IfcSite: [150, 164, 120, 1],
  IfcGeographicElement: [132, 156, 104, 1],
  IfcDuctSegment: [120, 158, 196, 1],
  IfcDuctFitting: [120, 158, 196, 1],
  IfcAirTerminal: [150, 182, 212, 1],
  IfcPipeSegment: [96, 150, 128, 1],
  IfcPipeFitting: [96, 150, 128, 1],
  IfcFireSuppressionTerminal: [190, 60, 52, 1],
  IfcValve: [190, 132, 60, 1],
  IfcFlowSegment: [112, 154, 176, 1],
  IfcFlowFitting: [112, 154, 176, 1],
  IfcFlowTerminal: [196, 196, 200, 1],
  IfcFlowController: [190, 132, 60, 1],
  IfcSanitaryTerminal: [232, 234, 236, 1],
  IfcLightFixture: [240, 220, 150, 1],
  IfcCableCarrierSegment: [196, 168, 84, 1],
  IfcCableSegment: [196, 168, 84, 1],
  IfcEnergyConversionDevice: [140, 132, 168, 1],
  IfcTransportElement: [150, 150, 158, 1],
}

const unknown: Color = [192, 190, 186, 1]

/** Returns the default colour of an element's class; a neutral stone grey for unlisted classes. */
export function colorOfClass(className: string): Color {
  return classColors[className] ?? unknown
}
