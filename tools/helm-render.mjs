// `npm run helm:render`: renders the chart with the program helm into k8s/helm/rendered, after a change of the chart, its
// values, the alerts or the dashboards.
import { renewRenderings } from './k8s/chart.mjs';
import { runMain } from './launcher/failure.mjs';

await runMain(renewRenderings);
