/** The scales that our charts have. recharts would take all of d3-scale, with its calendars and colours: 9 kB, compressed. */
// biome-ignore lint/performance/noBarrelFile: stands in for the package's own list
export { scaleBand, scaleLinear, scalePoint } from 'd3-scale'
