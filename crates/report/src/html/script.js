"use strict";
// Opens what a link leads to, marks all uses of an array together, and prints everything.
const open = (element) => {
  for (let e = element; e; e = e.parentElement) if (e.tagName === "DETAILS") e.open = true;
};
const follow = () => {
  const target = document.getElementById(location.hash.slice(1));
  if (!target) return;
  open(target);
  target.scrollIntoView({ block: target.className === "n" ? "center" : "start" });
};
addEventListener("hashchange", follow);
if (location.hash) follow();

const mark = (event, on) => {
  const link = event.target.closest?.(".listing a, .arrays a");
  if (!link) return;
  const href = link.getAttribute("href");
  for (const other of document.querySelectorAll(`.listing a[href="${href}"]`))
    other.classList.toggle("on", on);
};
for (const [on, names] of [[true, ["mouseover", "focusin"]], [false, ["mouseout", "focusout"]]])
  for (const name of names) addEventListener(name, (event) => mark(event, on));

let closed = [];
addEventListener("beforeprint", () => {
  closed = [...document.querySelectorAll("details:not([open]):not(.gap)")];
  for (const details of closed) details.open = true;
});
addEventListener("afterprint", () => {
  for (const details of closed) details.open = false;
});
