"""Small neural networks for any game, evaluated in C.

dense.h: dense layers, softmax; layers: a scorer of actions and a perceptron over arrays that numpy owns;
weights: the files that the arrays lie in. How they are trained: bench/train.
"""
