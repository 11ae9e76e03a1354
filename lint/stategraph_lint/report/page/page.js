"use strict";
// Draws the graphs of the page's data. Texts reach the page as text only, never as markup.
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const RANKS = ["error", "warning", "info"];
  const MARGIN = 14;
  const CAPTIONS = { edge: "edge", join: "waits for all", router: "router", goto: "Command goto", send: "Send" };
  const { graphs } = JSON.parse(document.getElementById("data").textContent);
  const at = (id) => document.getElementById(id);
  const view = { graph: null, nodes: new Map(), edges: [], finding: null, step: 0 };

  function make(parent, name, attributes = {}, text = null, space = null) {
    const element = space ? document.createElementNS(space, name) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== null) element.textContent = text;
    parent.append(element);
    return element;
  }
  const draw = (parent, name, attributes, text = null) => make(parent, name, attributes, text, SVG);
  const caption = (node) =>
    (node.kind === "start" ? "START" : node.kind === "end" ? "END" : node.name) + (node.deferred ? " (deferred)" : "");
  const edgeLabel = (edge) => edge.label || { join: "join", send: "Send", goto: "goto" }[edge.kind] || "";
  const worst = (name) =>
    RANKS.find((rank) => view.graph.findings.some((found) => found.severity === rank && found.nodes.includes(name)));

  function layout(graph) {
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = "13px system-ui, sans-serif";
    const wide = (text) => Math.ceil(pen.measureText(text).width);
    const plan = new dagre.graphlib.Graph({ multigraph: true });
    plan.setGraph({ rankdir: "TB", nodesep: 36, ranksep: 48, edgesep: 18 });
    plan.setDefaultEdgeLabel(() => ({}));
    for (const node of graph.nodes) plan.setNode(node.name, { width: wide(caption(node)) + 30, height: 36 });
    graph.edges.forEach((edge, index) => {
      const label = edgeLabel(edge);
      const size = label ? { width: wide(label) + 8, height: 16, labelpos: "c" } : { width: 0, height: 0 };
      plan.setEdge(edge.source, edge.target, size, String(index));
    });
    dagre.layout(plan);
    return plan;
  }

  function drawGraph() {
    const graph = view.graph;
    const plan = layout(graph);
    const svg = at("drawing");
    svg.replaceChildren();
    const tip = draw(draw(svg, "defs", {}), "marker", {
      id: "tip", viewBox: "0 0 10 10", refX: 9, refY: 5, markerWidth: 8, markerHeight: 8,
      markerUnits: "userSpaceOnUse", orient: "auto-start-reverse",
    });
    draw(tip, "path", { d: "M0 0L10 5L0 10z", class: "tip" });
    view.edges = graph.edges.map((edge, index) => drawEdge(svg, edge, plan.edge(edge.source, edge.target, String(index))));
    view.nodes = new Map(graph.nodes.map((node) => [node.name, drawNode(svg, node, plan.node(node.name))]));
    // Long edges may pass outside of the frame that the layout gives.
    const { x, y, width, height } = svg.getBBox();
    svg.setAttribute("viewBox", `${x - MARGIN} ${y - MARGIN} ${width + 2 * MARGIN} ${height + 2 * MARGIN}`);
    svg.setAttribute("width", width + 2 * MARGIN);
    svg.setAttribute("height", height + 2 * MARGIN);
  }

  function drawEdge(svg, edge, spot) {
    const group = draw(svg, "g", { class: `edge ${edge.kind}` });
    const points = spot.points.map((point) => `${point.x} ${point.y}`);
    draw(group, "path", { d: `M${points.join("L")}`, "marker-end": "url(#tip)" });
    const label = edgeLabel(edge);
    if (label) draw(group, "text", { x: spot.x, y: spot.y + 4, "text-anchor": "middle" }, label);
    return { edge, group };
  }

  function drawNode(svg, node, spot) {
    const classes = ["node", node.kind, worst(node.name)].filter(Boolean).join(" ");
    const group = draw(svg, "g", {
      class: classes, tabindex: 0, role: "button", "data-node": node.name,
      "aria-label": `${caption(node)}, ${node.kind}`, transform: `translate(${spot.x} ${spot.y})`,
    });
    const { width, height } = spot;
    const round = node.kind === "start" || node.kind === "end" ? height / 2 : 5;
    draw(group, "rect", { class: "box", x: -width / 2, y: -height / 2, width, height, rx: round });
    if (node.kind === "subgraph") {
      draw(group, "rect", { class: "box", x: -width / 2 + 4, y: -height / 2 + 4, width: width - 8, height: height - 8, rx: 3 });
    }
    draw(group, "text", { "text-anchor": "middle", y: 4 }, caption(node));
    group.addEventListener("click", () => showNode(node));
    group.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        showNode(node);
      }
    });
    return group;
  }

  function showNode(node) {
    for (const [name, group] of view.nodes) group.classList.toggle("chosen", name === node.name);
    for (const row of at("matrix").querySelectorAll("tr")) row.classList.toggle("chosen", row.dataset.node === node.name);
    at("node").hidden = false;
    at("node-name").textContent = caption(node);
    const facts = at("node-facts");
    facts.replaceChildren();
    const fact = (name, value) => value && (make(facts, "dt", {}, name), make(facts, "dd", {}, value));
    fact("kind", node.kind);
    fact("function", node.symbol);
    fact("place", node.path && `${node.path}:${node.line}`);
    fact("reads", node.reads.join(", "));
    fact("always writes", node.writes.join(", "));
    fact("may write", node.may_write.join(", "));
  }

  function showFindings() {
    const list = at("findings");
    list.replaceChildren();
    if (!view.graph.findings.length) make(list, "li", {}, "None.");
    for (const finding of view.graph.findings) {
      const button = make(make(list, "li"), "button", { type: "button", class: finding.severity, "aria-pressed": false });
      make(button, "strong", {}, finding.code);
      button.append(` ${finding.message}`);
      make(button, "small", {}, `${finding.severity}, ${finding.path}:${finding.line}`);
      button.addEventListener("click", () => choose(view.finding === finding ? null : finding));
    }
  }

  function choose(finding) {
    view.finding = finding;
    view.step = 0;
    const buttons = at("findings").querySelectorAll("button");
    view.graph.findings.forEach((one, index) => buttons[index].setAttribute("aria-pressed", one === finding));
    for (const cell of at("matrix").querySelectorAll("[data-key]")) {
      cell.classList.toggle("chosen", finding !== null && cell.dataset.key === finding.field);
    }
    showStep();
  }

  function showStep() {
    const { finding } = view;
    const steps = finding ? finding.steps : [];
    const running = new Set(steps[view.step] || []);
    const before = new Set(steps[view.step - 1] || []);
    for (const [name, group] of view.nodes) {
      group.classList.toggle("running", running.has(name));
      group.classList.toggle("chosen", finding !== null && !steps.length && finding.nodes.includes(name));
    }
    for (const { edge, group } of view.edges) {
      group.classList.toggle("taken", before.has(edge.source) && running.has(edge.target));
      group.classList.toggle("marked", finding !== null && edge.path === finding.path && edge.line === finding.line);
    }
    at("trace").hidden = !steps.length;
    at("trace-text").textContent = steps.length ? `These run now: ${[...running].join(", ")}` : "";
    at("step-count").textContent = `${view.step + 1} of ${steps.length}`;
    at("step-back").disabled = view.step === 0;
    at("step-on").disabled = view.step >= steps.length - 1;
  }

  function move(by) {
    const last = view.finding ? view.finding.steps.length - 1 : 0;
    view.step = Math.max(0, Math.min(last, view.step + by));
    showStep();
  }

  function showMatrix() {
    const { channels, nodes } = view.graph;
    const table = at("matrix");
    table.replaceChildren();
    const head = make(make(table, "thead"), "tr");
    make(head, "th", { scope: "col" }, "node");
    for (const channel of channels) {
      const cell = make(head, "th", { scope: "col", "data-key": channel.key }, channel.key);
      make(cell, "small", {}, channel.reducer ? `${channel.channel} (${channel.reducer})` : channel.channel);
    }
    const body = make(table, "tbody");
    for (const node of nodes.filter((one) => one.kind !== "start" && one.kind !== "end")) {
      const row = make(body, "tr", { "data-node": node.name });
      make(row, "th", { scope: "row" }, node.name);
      for (const { key } of channels) {
        const marks = [["r", node.reads], ["w", node.writes], ["m", node.may_write]];
        make(row, "td", { "data-key": key }, marks.map(([mark, keys]) => (keys.includes(key) ? mark : "")).join(""));
      }
    }
  }

  function showLegend() {
    const list = at("legend");
    list.replaceChildren();
    for (const kind of new Set(view.graph.edges.map((edge) => edge.kind))) {
      const item = make(list, "li");
      const group = draw(draw(item, "svg", { width: 34, height: 10, "aria-hidden": "true" }), "g", { class: `edge ${kind}` });
      draw(group, "path", { d: "M0 5L34 5" });
      item.append(CAPTIONS[kind]);
    }
  }

  function show(graph) {
    view.graph = graph;
    at("origin").textContent = `${graph.path}:${graph.line}` + (graph.schema ? `, state ${graph.schema}` : "");
    at("node").hidden = true;
    drawGraph();
    showFindings();
    showMatrix();
    showLegend();
    at("unread").hidden = !graph.unread.length;
    at("unread-list").replaceChildren();
    for (const reason of graph.unread) make(at("unread-list"), "li", {}, reason);
    choose(null);
  }

  graphs.forEach((graph, index) =>
    make(at("graphs"), "option", { value: index }, `${graph.name} (${graph.path}:${graph.line})`));
  at("graphs").addEventListener("change", (event) => show(graphs[Number(event.target.value)]));
  at("step-back").addEventListener("click", () => move(-1));
  at("step-on").addEventListener("click", () => move(1));
  at("trace-close").addEventListener("click", () => choose(null));
  document.addEventListener("keydown", (event) => {
    if (!view.finding || event.target.closest("select")) return;
    if (event.key === "ArrowRight") move(1);
    if (event.key === "ArrowLeft") move(-1);
    if (event.key === "Escape") choose(null);
  });
  if (graphs.length) show(graphs[0]);
  else at("origin").textContent = "No graphs found.";
})();
