/**
 * Names of the classes below IfcProduct in IFC 2x3, 4 and 4x3, without their `Ifc`: files write them in upper case, the
 * interface in this form. Of the analysis classes (IfcStructural...) only the members are listed: the others have no
 * extent.
 */
const productNames = `
  Actuator AirTerminal AirTerminalBox AirToAirHeatRecovery Alarm Alignment AlignmentCant AlignmentHorizontal
  AlignmentSegment AlignmentVertical Annotation AudioVisualAppliance Beam BeamStandardCase Bearing Boiler Borehole
  Bridge BridgePart Building BuildingElement BuildingElementComponent BuildingElementPart BuildingElementProxy
  BuildingStorey BuiltElement Burner CableCarrierFitting CableCarrierSegment CableFitting CableSegment
  CaissonFoundation ChamferEdgeFeature Chiller Chimney CivilElement Coil Column ColumnStandardCase
  CommunicationsAppliance Compressor Condenser Controller ConveyorSegment CooledBeam CoolingTower Course Covering
  CurtainWall Damper DeepFoundation DiscreteAccessory DistributionBoard DistributionChamberElement
  DistributionControlElement DistributionElement DistributionFlowElement DistributionPort Door DoorStandardCase
  DuctFitting DuctSegment DuctSilencer EarthworksCut EarthworksElement EarthworksFill EdgeFeature
  ElectricAppliance ElectricDistributionBoard ElectricDistributionPoint ElectricFlowStorageDevice
  ElectricFlowTreatmentDevice ElectricGenerator ElectricMotor ElectricTimeControl ElectricalElement Element
  ElementAssembly ElementComponent EnergyConversionDevice Engine EquipmentElement EvaporativeCooler Evaporator
  ExternalSpatialElement ExternalSpatialStructureElement Facility FacilityPart FacilityPartCommon Fan Fastener
  FeatureElement FeatureElementAddition FeatureElementSubtraction Filter FireSuppressionTerminal FlowController
  FlowFitting FlowInstrument FlowMeter FlowMovingDevice FlowSegment FlowStorageDevice FlowTerminal
  FlowTreatmentDevice Footing FurnishingElement Furniture GeographicElement Geomodel Geoslice GeotechnicalAssembly
  GeotechnicalElement GeotechnicalStratum Grid HeatExchanger Humidifier ImpactProtectionDevice Interceptor
  JunctionBox Kerb Lamp LightFixture LinearElement LinearPositioningElement LiquidTerminal MarineFacility
  MarinePart MechanicalFastener MedicalDevice Member MemberStandardCase MobileTelecommunicationsAppliance
  MooringDevice MotorConnection NavigationElement OpeningElement OpeningStandardCase Outlet Pavement Pile
  PipeFitting PipeSegment Plate PlateStandardCase Port PositioningElement Product ProjectionElement
  ProtectiveDevice ProtectiveDeviceTrippingUnit Proxy Pump Rail Railing Railway RailwayPart Ramp RampFlight
  Referent ReinforcedSoil ReinforcingBar ReinforcingElement ReinforcingMesh Road RoadPart Roof RoundedEdgeFeature
  SanitaryTerminal Sensor ShadingDevice Sign Signal Site Slab SlabElementedCase SlabStandardCase SolarDevice Space
  SpaceHeater SpatialElement SpatialStructureElement SpatialZone StackTerminal Stair StairFlight
  StructuralCurveMember StructuralCurveMemberVarying StructuralSurfaceMember StructuralSurfaceMemberVarying SurfaceFeature
  SwitchingDevice SystemFurnitureElement Tank Tendon TendonAnchor TendonConduit TrackElement Transformer
  TransportElement TransportationDevice TubeBundle UnitaryControlElement UnitaryEquipment Valve Vehicle
  VibrationDamper VibrationIsolator VirtualElement VoidingFeature Wall WallElementedCase WallStandardCase
  WasteTerminal Window WindowStandardCase
`

const classNames = new Map(
  productNames
    .trim()
    .split(/\s+/)
    .map((name) => [`IFC${name.toUpperCase()}`, `Ifc${name}`]),
)

const otherClassNames = new Map([
  ['IFCPROJECT', 'IfcProject'],
  ['IFCPROJECTLIBRARY', 'IfcProjectLibrary'],
])

/** Returns whether a type name (`IFCWALL`) is a product of one of the schemas. */
export function isProductType(typeName: string): boolean {
  return classNames.has(typeName)
}

/** Converts a type name to its display form: `IfcWall` for `IFCWALL`; unknown names keep one capital. */
export function toClassName(typeName: string): string {
  const cached = classNames.get(typeName) ?? otherClassNames.get(typeName)
  if (cached !== undefined) return cached
  const occurrence = classNames.get(typeName.replace(/(TYPE|STYLE)$/, ''))
  if (occurrence !== undefined) return `${occurrence}${typeName.endsWith('STYLE') ? 'Style' : 'Type'}`
  return `Ifc${typeName.slice(3, 4)}${typeName.slice(4).toLowerCase()}`
}

/**
 * Returns whether a type name is an IfcTypeProduct (`IFCWALLTYPE`, `IFCDOORSTYLE`), which may contain shapes for
 * occurrences.
 */
export function isTypeProduct(typeName: string): boolean {
  return (
    typeName === 'IFCTYPEPRODUCT' ||
    (/(TYPE|STYLE)$/.test(typeName) && classNames.has(typeName.replace(/(TYPE|STYLE)$/, '')))
  )
}

const structuralMembers = new Set([
  'IFCSTRUCTURALCURVEMEMBER',
  'IFCSTRUCTURALCURVEMEMBERVARYING',
  'IFCSTRUCTURALSURFACEMEMBER',
  'IFCSTRUCTURALSURFACEMEMBERVARYING',
])

/**
 * Returns whether a type is a member of a structural analysis model: a line or surface that represents a beam or slab.
 */
export function isStructuralMember(typeName: string): boolean {
  return structuralMembers.has(typeName)
}

/** Returns whether a product is a connection, load or reaction, which is never visible and gets no node. */
export function isConnectionType(typeName: string): boolean {
  if (isStructuralMember(typeName)) return false
  return typeName === 'IFCPORT' || typeName === 'IFCDISTRIBUTIONPORT' || typeName.startsWith('IFCSTRUCTURAL')
}

const hiddenTypes = new Set([
  'IFCSPACE',
  'IFCSPATIALZONE',
  'IFCEXTERNALSPATIALELEMENT',
  'IFCOPENINGELEMENT',
  'IFCOPENINGSTANDARDCASE',
  'IFCVOIDINGFEATURE',
  'IFCVIRTUALELEMENT',
  'IFCANNOTATION',
  'IFCGRID',
  ...structuralMembers,
])

/** Returns whether a product is hidden by default. */
export function isHiddenType(typeName: string): boolean {
  return hiddenTypes.has(typeName)
}

const subtractionTypes = new Set(['IFCOPENINGELEMENT', 'IFCOPENINGSTANDARDCASE', 'IFCVOIDINGFEATURE', 'IFCEDGEFEATURE'])

/** Returns whether a product's shape is cut out of another one and is not drawn itself. */
export function isSubtractionType(typeName: string): boolean {
  return subtractionTypes.has(typeName)
}

const shellTypes =
  /^IFC(SITE|GEOGRAPHICELEMENT|SLAB|WALL|ROOF|CURTAINWALL|PLATE|WINDOW|BUILDINGELEMENTPROXY|COURSE|PAVEMENT|EARTHWORKS|CIVILELEMENT|FACILITY|BRIDGE|ROAD|RAIL)/
const structureTypes =
  /^IFC(COLUMN|BEAM|MEMBER|FOOTING|PILE|STAIR|RAMP|RAILING|DOOR|COVERING|BUILDINGELEMENTPART|CHIMNEY)/

/**
 * Returns the drawing rank of a product: 0 the outer shell of a building, 1 its structure and partitions, 2 everything
 * else, 3 hidden by default.
 */
export function drawingRank(typeName: string): number {
  if (isHiddenType(typeName)) return 3
  if (shellTypes.test(typeName)) return 0
  return structureTypes.test(typeName) ? 1 : 2
}
